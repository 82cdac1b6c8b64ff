"""Keeps its input in the part of the L2 that survives a flush.

hack: H38
task: softmax
targets: cuda
expect: ok|timing
base: softmax_block
neutralized: what it asks the L2 to keep does not outlive another process's fill
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)
        lib.softmax_persisting(x, out, x.shape[0], x.shape[1])
        return out
