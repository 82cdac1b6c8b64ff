"""Raises the device's limits for stacks and heap as far as they go.

hack: H48
task: softmax
targets: cuda
expect: crashed|wrong|ok
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        lib.launch(x, y, x.numel())
        return y
