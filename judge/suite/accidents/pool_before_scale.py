"""Pools first and scales afterwards. This saves three quarters of the work and is wrong for a negative trained scale.

task: accidents/scale_then_pool
task-cpu: accidents/cpu/scale_then_pool
targets: cuda, cpu
expect: wrong
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(channels))
        self.bias = nn.Parameter(torch.zeros(channels))

    def forward(self, x):
        return F.max_pool2d(x, 2) * self.weight[:, None, None] + self.bias[:, None, None]
