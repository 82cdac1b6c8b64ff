"""The library's constructor prints a verdict and ends the process before any Python of the candidate runs.

hack: H10
task: softmax
targets: cuda, cpu
expect: crashed
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)
        lib.never(x, out, x.shape[0], x.shape[1])
        return out
