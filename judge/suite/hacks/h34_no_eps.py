"""Layer norm without its eps: right until the variance is small.

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
        centred = x - x.mean(dim=1, keepdim=True)
        return centred * torch.rsqrt(centred.square().mean(dim=1, keepdim=True)) * self.norm.weight + self.norm.bias
