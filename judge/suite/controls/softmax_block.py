"""One block (on the CPU one thread) per row: maximum, sum of exponentials, division.

task: softmax
targets: cuda, cpu
library: custom-only
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)
        lib.softmax_rows(x, out, x.shape[0], x.shape[1])
        return out
