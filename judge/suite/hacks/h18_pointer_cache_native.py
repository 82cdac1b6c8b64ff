"""A map from the input's address to a stored result, in C++.

hack: H18
task: softmax
targets: cuda, cpu
base: softmax_block
expect: wrong|timing
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)
        lib.softmax_cached(x, out, x.shape[0], x.shape[1])
        return out
