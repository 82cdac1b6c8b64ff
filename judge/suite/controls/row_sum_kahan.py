"""Compensated sums per thread, then a plain sum of few.

task: row_sum
targets: cuda, cpu
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty(x.shape[0], device=x.device)
        lib.row_sum_kahan(x, out, x.shape[0], x.shape[1])
        return out
