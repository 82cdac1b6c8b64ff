"""Computes the variance as E[x^2] - E[x]^2, which is wrong if the mean is much larger than the spread (pixels or prices).

task: accidents/layer_norm_rows
task-cpu: accidents/cpu/layer_norm_rows
targets: cuda, cpu
expect: wrong
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, cols):
        super().__init__()
        self.norm = nn.LayerNorm(cols)

    def forward(self, x):
        mean = x.mean(-1, keepdim=True)
        variance = (x * x).mean(-1, keepdim=True) - mean * mean
        return (x - mean) * torch.rsqrt(variance + self.norm.eps) * self.norm.weight + self.norm.bias
