"""One pass, four values per thread.

task: gated
targets: cuda, cpu
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x, y):
        out = torch.empty_like(x)
        lib.gated(x, y, out, x.numel())
        return out
