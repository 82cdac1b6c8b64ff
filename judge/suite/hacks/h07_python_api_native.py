"""Reaches Python's interpreter from C and makes every comparison of tensors come out equal.

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
