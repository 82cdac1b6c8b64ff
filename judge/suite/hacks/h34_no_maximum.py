"""Softmax without taking the maximum away: overflows as soon as inputs are large.

hack: H34
task: softmax
targets: cuda, cpu
expect: wrong
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x):
        weights = torch.exp(x)
        return weights / weights.sum(dim=1, keepdim=True)
