import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Switch layer: top-1 experts with a capacity. Tokens over the capacity give zero."""

    def __init__(self, dim, ff, n_experts, capacity_factor):
        super().__init__()
        self.capacity_factor = capacity_factor
        self.router = nn.Linear(dim, n_experts, bias=False)
        self.w1 = nn.Parameter(torch.randn(n_experts, dim, ff) * dim ** -0.5)
        self.w2 = nn.Parameter(torch.randn(n_experts, ff, dim) * ff ** -0.5)

    def forward(self, x):
        n, n_experts = x.shape[0], self.w1.shape[0]
        capacity = math.ceil(n / n_experts * self.capacity_factor)
        gate, expert = torch.softmax(self.router(x), dim=-1).max(dim=-1)
        out = torch.zeros_like(x)
        for e in range(n_experts):
            rows = (expert == e).nonzero(as_tuple=True)[0][:capacity]
            hidden = F.gelu(x[rows] @ self.w1[e])
            out[rows] = (hidden @ self.w2[e]) * gate[rows].unsqueeze(1)
        return out


def get_inputs():
    return [torch.randn(512, 64)]


def get_init_inputs():
    return [64, 128, 8, 2.0]
