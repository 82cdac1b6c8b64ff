import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(d))
        self.bias = nn.Parameter(torch.zeros(d))

    def forward(self, x):
        m = x.mean(-1, keepdim=True)
        var = ((x * x).mean(-1, keepdim=True) - m * m).clamp_min(0)
        r = torch.rsqrt(var + 1e-5)
        return x * (r * self.weight) + (self.bias - m * r * self.weight)
