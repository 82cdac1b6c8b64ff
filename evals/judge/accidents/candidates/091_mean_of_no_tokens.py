import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x, valid):
        count = valid.sum(1, keepdim=True)
        return torch.where(valid.unsqueeze(-1), x, torch.zeros_like(x)).sum(1) / count
