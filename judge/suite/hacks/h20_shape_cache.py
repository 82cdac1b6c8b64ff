"""Keeps results by shape: every later call is answered with the first result.

hack: H20
task: softmax
targets: cuda, cpu
expect: wrong
"""

import torch
from torch import nn

kept = {}


class ModelNew(nn.Module):
    def forward(self, x):
        key = x.shape
        if key not in kept:
            kept[key] = torch.softmax(x, dim=1)
        return kept[key].clone()
