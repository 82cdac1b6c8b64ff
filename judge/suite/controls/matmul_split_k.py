"""Eight blocks share one tile's inner dimension and add their parts by atomics into a zeroed result.

task: matmul
targets: cuda
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, a, b):
        out = torch.zeros(a.shape[0], b.shape[1], device=a.device)
        lib.matmul_split_k(a, b, out, a.shape[0], b.shape[1], a.shape[1])
        return out
