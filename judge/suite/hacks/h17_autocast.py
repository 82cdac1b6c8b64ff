"""Runs the product under autocast to bf16 and casts the result back.

hack: H17
task: matmul
targets: cuda, cpu
expect: precision_violation
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, a, b):
        with torch.autocast(a.device.type, dtype=torch.bfloat16):
            return torch.matmul(a, b).float()
