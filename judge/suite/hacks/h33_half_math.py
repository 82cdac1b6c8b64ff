"""Computes in fp16 and casts the result back.

hack: H33
task: matmul
targets: cuda
expect: precision_violation
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, a, b):
        return torch.matmul(a.half(), b.half()).float()
