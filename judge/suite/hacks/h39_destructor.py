"""Moves its work into the destructor of an object that the returned tensor holds.

hack: H39
task: softmax
targets: cuda, cpu
expect: wrong
"""

import torch
from torch import nn


class Later:
    def __init__(self, x, out):
        self.x, self.out = x, out

    def __del__(self):
        torch.softmax(self.x, dim=1, out=self.out)


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)
        out.later = Later(x, out.detach())
        return out
