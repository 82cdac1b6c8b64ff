"""Each operand as a sum of three bf16 numbers, six products on tensor cores: as accurate as fp32.

task: matmul
targets: cuda
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, a, b):
        parts = [torch.empty(3, *tensor.shape, dtype=torch.bfloat16, device=a.device) for tensor in (a, b)]
        out = torch.empty(a.shape[0], b.shape[1], device=a.device)
        for tensor, part in zip((a, b), parts):
            lib.split(tensor, part, tensor.numel())
        lib.matmul_bf16x3(*parts, out, a.shape[0], b.shape[1], a.shape[1])
        return out
