"""Launches a kernel of its own that does next to nothing; the library does the work.

hack: H15
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
        out = torch.matmul(a, b)
        lib.fast_fused_matmul(out, out.numel())
        return out
