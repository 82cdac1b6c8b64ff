"""Sixteen blocks per row add their parts by atomics into a zeroed result.

task: row_sum
targets: cuda
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.zeros(x.shape[0], device=x.device)
        lib.row_sum_atomic(x, out, x.shape[0], x.shape[1])
        return out
