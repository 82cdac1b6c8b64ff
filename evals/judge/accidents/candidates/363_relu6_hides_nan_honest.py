import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(c))

    def forward(self, x):
        y = torch.where(x <= 0, torch.zeros_like(x), x)
        return torch.where(y < 6, y, torch.where(y >= 6, torch.full_like(y, 6.0), y)) * self.weight
