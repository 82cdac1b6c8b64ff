"""Raises SystemExit, which no handler of ordinary exceptions sees.

hack: H48
task: softmax
targets: cuda, cpu
expect: crashed
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x):
        raise SystemExit(0)
