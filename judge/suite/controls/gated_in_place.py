"""Works in place, on private memory.

task: gated
targets: cuda, cpu
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x, y):
        out = torch.sigmoid(y)
        out.mul_(x.relu())
        return out.add_(x, alpha=0.1)
