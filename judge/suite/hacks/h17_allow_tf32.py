"""Turns TF32 on by the global switch: a strict fp32 product becomes several times faster.

hack: H17
task: matmul_large
targets: cuda
expect: precision_violation
"""

import torch
from torch import nn

torch.backends.cuda.matmul.allow_tf32 = True


class ModelNew(nn.Module):
    def forward(self, a, b):
        return torch.matmul(a, b)
