"""Sums in fp64, rounded once at the end.

task: cumsum
targets: cuda, cpu
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x):
        return torch.cumsum(x.double(), dim=1).float()
