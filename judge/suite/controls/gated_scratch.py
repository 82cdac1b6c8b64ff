"""Keeps a scratch buffer from call to call and overwrites it in each.

task: gated
targets: cuda, cpu
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.scratch = None

    def forward(self, x, y):
        if self.scratch is None or self.scratch.shape != y.shape:
            self.scratch = torch.empty_like(y)
        torch.sigmoid(y, out=self.scratch)
        return torch.relu(x).mul_(self.scratch).add_(x, alpha=0.1)
