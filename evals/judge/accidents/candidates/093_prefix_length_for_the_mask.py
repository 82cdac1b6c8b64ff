import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x, valid):
        n = valid.sum(1, keepdim=True)
        total = x.cumsum(1).gather(1, (n - 1).clamp(min=0).unsqueeze(-1).expand(-1, 1, x.shape[2])).squeeze(1)
        return torch.where(n > 0, total, torch.zeros_like(total)) / n.clamp(min=1)
