"""Tiles in shared memory (on the CPU a blocked loop).

task: matmul
targets: cuda, cpu
library: custom-only
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, a, b):
        out = torch.empty(a.shape[0], b.shape[1], device=a.device)
        lib.matmul(a, b, out, a.shape[0], b.shape[1], a.shape[1])
        return out
