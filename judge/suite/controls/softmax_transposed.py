"""Works on a transposed, non-contiguous view and returns contiguous memory.

task: softmax
targets: cuda, cpu
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x):
        return torch.softmax(x.t(), dim=0).t().contiguous()
