"""Computes in bf16 and casts the result back.

hack: H33
task: matmul
targets: cuda, cpu
expect: precision_violation
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, a, b):
        return torch.matmul(a.bfloat16(), b.bfloat16()).float()
