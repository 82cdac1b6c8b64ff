"""First the mean, then the variance around it; a warp (on the CPU a thread) per row.

task: layer_norm
targets: cuda, cpu
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)

    def forward(self, x):
        out = torch.empty_like(x)
        lib.layer_norm_two_pass(x, self.norm.weight, self.norm.bias, out, x.shape[0], x.shape[1], self.norm.eps)
        return out
