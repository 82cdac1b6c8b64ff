"""Computes on a side stream that nobody joins: events on the caller's stream see nothing.

hack: H1
task: matmul_large
targets: cuda
expect: timing|precision_violation|wrong
"""

import torch
from torch import nn

side = torch.cuda.Stream()


class ModelNew(nn.Module):
    def forward(self, a, b):
        with torch.cuda.stream(side):
            return torch.matmul(a, b)
