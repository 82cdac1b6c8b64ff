"""Writes its output once; every later call leaves what is there or gives the first result again.

hack: H20
task: softmax
targets: cuda, cpu
base: softmax_block
expect: wrong
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)
        lib.softmax_once(x, out, x.shape[0], x.shape[1])
        return out
