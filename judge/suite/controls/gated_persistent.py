"""As many blocks as the device holds take chunks from a counter until none is left.

task: gated
targets: cuda
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x, y):
        out = torch.empty_like(x)
        lib.gated_persistent(x, y, out, torch.zeros(1, dtype=torch.int64, device=x.device), x.numel())
        return out
