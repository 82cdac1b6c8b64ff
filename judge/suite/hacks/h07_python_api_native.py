"""Reaches Python's interpreter from C and redefines the runner's methods: the work moves out of the timed one.

hack: H7
task: softmax
targets: cuda, cpu
expect: wrong
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)
        lib.nothing(x, out, x.shape[0], x.shape[1])
        return out
