"""A kernel on every multiprocessor that never ends, on a stream of its own.

hack: H48
task: softmax
targets: cuda
expect: timeout
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        lib.launch(x, y, x.numel())
        return y
