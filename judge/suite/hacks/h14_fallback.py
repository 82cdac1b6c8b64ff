"""Its kernel always fails, and the library does the work, where only own kernels are allowed.

hack: H14
task: matmul
targets: cuda, cpu
library: custom-only
expect: policy_violation
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, a, b):
        out = torch.empty(a.shape[0], b.shape[1], device=a.device)
        try:
            lib.broken(a, b, out)
        except RuntimeError:
            return torch.matmul(a, b)
        return out
