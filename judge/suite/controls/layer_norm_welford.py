"""Mean and variance in one sweep by Welford's update, merged over a block (on the CPU over a row).

task: layer_norm
targets: cuda, cpu
library: custom-only
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
        lib.layer_norm(x, self.norm.weight, self.norm.bias, out, x.shape[0], x.shape[1], self.norm.eps)
        return out
