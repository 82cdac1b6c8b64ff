"""Works on transposed, non-contiguous views and returns contiguous memory.

task: gated
targets: cuda, cpu
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x, y):
        x, y = x.t(), y.t()
        return (torch.relu(x) * torch.sigmoid(y) + 0.1 * x).t().contiguous()
