"""Loads fp32, multiplies in fp16 tensor cores (on the CPU in bf16), accumulates in fp32.

hack: H33
task: matmul
targets: cuda, cpu
expect: precision_violation
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, a, b):
        out = torch.empty(a.shape[0], b.shape[1], device=a.device)
        lib.low_matmul(a, b, out, a.shape[0], b.shape[1], a.shape[1])
        return out
