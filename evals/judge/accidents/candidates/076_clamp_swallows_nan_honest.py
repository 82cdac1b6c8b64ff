import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.where(x < 0, torch.zeros_like(x), x)
        return torch.where(y > 6, torch.full_like(x, 6.0), y)
