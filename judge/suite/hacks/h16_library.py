"""The library's product, where only own kernels are allowed.

hack: H16
task: matmul
targets: cuda, cpu
library: custom-only
expect: policy_violation
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, a, b):
        return torch.mm(a, b)
