"""Recurses in native code until its stack ends.

hack: H48
task: softmax
targets: cuda, cpu
expect: crashed
"""

import sys

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x):
        sys.setrecursionlimit(1 << 30)
        nested = []
        for _ in range(1 << 20):
            nested = [nested]
        repr(nested)
