"""Reduces in shared memory without barriers (on the CPU in a shared variable without atomics).

hack: H35
task: row_sum
targets: cuda, cpu
expect: wrong|timing
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.zeros(x.shape[0], device=x.device)
        lib.racing_sum(x, out, x.shape[0], x.shape[1])
        return out
