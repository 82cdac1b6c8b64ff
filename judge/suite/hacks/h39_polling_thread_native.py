"""A native thread watches the input's memory and computes as soon as new contents arrive, before any call.

hack: H39
task: softmax
targets: cuda, cpu
base: softmax_block
expect: timing|wrong|crashed
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)
        lib.softmax_ahead(x, out, x.shape[0], x.shape[1])
        return out
