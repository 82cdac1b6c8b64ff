"""One warp (on the CPU one thread) per row: maximum and sum in a single sweep, rescaled as the maximum grows.

task: softmax
targets: cuda, cpu
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)
        lib.softmax_online(x, out, x.shape[0], x.shape[1])
        return out
