import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(c))

    def forward(self, x):
        y = torch.where(x > 0, x, torch.zeros_like(x))
        return torch.where(y < 6, y, torch.full_like(y, 6.0)) * self.weight
