"""PyTorch's own operators on slices of the rows, written into one result.

task: softmax
targets: cuda, cpu
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)
        for part, result in zip(x.chunk(4), out.chunk(4)):
            torch.softmax(part, dim=1, out=result)
        return out
