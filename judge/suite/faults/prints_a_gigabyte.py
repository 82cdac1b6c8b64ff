"""Prints a gigabyte while it is imported, and is right.

hack: H48
task: softmax
targets: cuda, cpu
expect: ok
"""

import os

import torch
from torch import nn

for _ in range(1 << 14):
    os.write(1, b"y" * (1 << 16))


class ModelNew(nn.Module):
    def forward(self, x):
        return torch.softmax(x, dim=1)
