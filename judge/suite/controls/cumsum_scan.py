"""A block scans a row chunk by chunk with warp shuffles (on the CPU a thread, plainly).

task: cumsum
targets: cuda, cpu
library: custom-only
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)
        lib.row_cumsum(x, out, x.shape[0], x.shape[1])
        return out
