"""Two halves per thread on the fp16 track, the arithmetic in fp32.

task: gated
targets: cuda
library: custom-only
precision: fp16
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x, y):
        out = torch.empty_like(x)
        lib.gated_half(x, y, out, x.numel())
        return out
