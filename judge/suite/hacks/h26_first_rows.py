"""Computes the first rows and leaves the tail zero.

hack: H26
task: softmax
targets: cuda, cpu
expect: wrong
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.zeros_like(x)
        out[:1900] = torch.softmax(x[:1900], dim=1)
        return out
