import math
import torch
import torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    """Residual addition followed by RMSNorm; returns the normalized and the summed states."""
    def __init__(self, dim=1024, eps=1e-5):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(dim))

    def forward(self, x, residual):
        h = x + residual
        out = h * torch.rsqrt(h.square().mean(-1, keepdim=True) + self.eps) * self.weight
        return out, h


def get_inputs():
    return [torch.randn(8, 256, 1024), torch.randn(8, 256, 1024)]


def get_init_inputs():
    return [1024, 1e-5]
