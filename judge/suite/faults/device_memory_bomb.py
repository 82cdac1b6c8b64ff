"""Takes all of the device's memory, outside torch's allocator, and answers.

hack: H48
task: softmax
targets: cuda
expect: crashed|wrong
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        lib.launch(x, y, x.numel())
        return y
