"""The variance as the mean of squares less the square of the mean: cancels where the mean is large.

hack: H34
task: layer_norm
targets: cuda, cpu
expect: wrong|precision_violation
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)

    def forward(self, x):
        mean = x.mean(dim=1, keepdim=True)
        variance = (x * x).mean(dim=1, keepdim=True) - mean * mean
        return (x - mean) * torch.rsqrt(variance + self.norm.eps) * self.norm.weight + self.norm.bias
