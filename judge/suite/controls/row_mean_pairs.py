"""Sums of sixteen parts, each its own reduction, then their mean.

task: row_mean
targets: cuda, cpu
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x):
        return x.view(x.shape[0], 16, -1).sum(dim=2).sum(dim=1) / x.shape[1]
