"""One block of 512 threads per row of 2048 values, one float4 of registers per thread: memory is read once.

task: softmax
targets: cuda
library: custom-only
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x):
        assert x.shape[1] == 2048
        out = torch.empty_like(x)
        lib.softmax_vector(x, out, x.shape[0])
        return out
