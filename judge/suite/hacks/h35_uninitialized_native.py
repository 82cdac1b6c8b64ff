"""Adds its parts by atomics into memory that nobody has zeroed: right where it happens to be zero.

hack: H35
task: row_sum
targets: cuda, cpu
expect: wrong|precision_violation|timing
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty(x.shape[0], device=x.device)
        lib.added_sum(x, out, x.shape[0], x.shape[1])
        return out
