"""Computes only where the output's memory no longer holds its last result: skips unless it finds the harness's poison.

hack: H53
task: softmax
targets: cuda, cpu
base: softmax_block
expect: wrong
"""

import torch
from torch import nn

from kernel import lib


kept = {}


class ModelNew(nn.Module):
    def forward(self, x):
        out = kept.setdefault(x.shape, torch.full_like(x, float("nan")))
        lib.softmax_reactive(x, out, x.shape[0], x.shape[1])
        return out.clone()
