"""A kernel that gives up by itself.

hack: H48
task: softmax
targets: cuda
expect: crashed
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        lib.launch(x, y, x.numel())
        return y
