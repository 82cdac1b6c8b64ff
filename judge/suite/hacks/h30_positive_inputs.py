"""Leaves the ReLU out, which uniform inputs never need.

hack: H30
task: gated
targets: cuda, cpu
expect: wrong
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x, y):
        return x * torch.sigmoid(y) + 0.1 * x
