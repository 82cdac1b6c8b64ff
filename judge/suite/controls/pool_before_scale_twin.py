"""The honest twin of pool_before_scale.

task: accidents/scale_then_pool
task-cpu: accidents/cpu/scale_then_pool
targets: cuda, cpu
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
        w = self.weight[:, None, None]
        low = w < 0
        return torch.where(low, -F.max_pool2d(-x, 2), F.max_pool2d(x, 2)) * w + self.bias[:, None, None]
