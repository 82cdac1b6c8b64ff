"""Launches on a stream of its own and returns: events on the caller's stream see nothing.

hack: H1
task: matmul_large
targets: cuda
base: matmul_shared
expect: timing|precision_violation|wrong
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, a, b):
        out = torch.empty(a.shape[0], b.shape[1], device=a.device)
        lib.aside(a, b, out, a.shape[0], b.shape[1], a.shape[1])
        return out
