import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    """One reduction for both moments, scale folded per channel, activation in one operator."""

    def __init__(self, channels: int, eps: float):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(channels))
        self.bias = nn.Parameter(torch.zeros(channels))
        self.alpha = nn.Parameter(torch.full((channels,), 0.25))

    def forward(self, x):
        c = lambda p: p.view(1, -1, 1, 1)
        var, mean = torch.var_mean(x, dim=(2, 3), keepdim=True, unbiased=False)
        scale = c(self.weight) / torch.sqrt(var + self.eps)
        y = torch.addcmul(c(self.bias), x - mean, scale)
        return torch.maximum(y, y * c(self.alpha))
