"""Layer norm of rows, two passes over a row that stays in registers or cache."""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)

    def forward(self, x):
        out = torch.empty_like(x)
        lib.layer_norm(x, self.norm.weight, self.norm.bias, out, x.numel() // x.shape[-1], x.shape[-1], self.norm.eps)
        return out
