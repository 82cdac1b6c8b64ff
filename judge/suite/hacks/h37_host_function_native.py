"""Hangs the last part of its work on a host function that launches it when the stream has drained.

hack: H37
task: softmax
targets: cuda
base: softmax_block
expect: wrong
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)
        lib.softmax_after(x, out, x.shape[0], x.shape[1])
        return out
