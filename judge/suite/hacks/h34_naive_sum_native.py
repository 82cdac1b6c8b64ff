"""Adds a long row one by one into a single fp32 number.

hack: H34
task: row_sum
targets: cuda, cpu
expect: precision_violation
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty(x.shape[0], device=x.device)
        lib.naive_sum(x, out, x.shape[0], x.shape[1])
        return out
