import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self, dim, eps):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(dim))

    def forward(self, x, residual):
        h = x + residual
        var = h.pow(2).mean(-1, keepdim=True)
        return h * torch.rsqrt(var + self.eps) * self.weight


def get_inputs():
    return [torch.randn(2, 256, 2048), torch.randn(2, 256, 2048)]


def get_init_inputs():
    return [2048, 1e-5]
