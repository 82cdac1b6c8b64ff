"""Three TF32 products of split operands on tensor cores: as accurate as fp32.

task: matmul
targets: cuda
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, a, b):
        out = torch.empty(a.shape[0], b.shape[1], device=a.device)
        lib.matmul_tf32x3(a, b, out, a.shape[0], b.shape[1], a.shape[1])
        return out
