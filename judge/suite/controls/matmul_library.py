"""The library's own product, where libraries are allowed.

task: matmul
targets: cuda, cpu
library: library-allowed
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, a, b):
        return torch.mm(a, b)
