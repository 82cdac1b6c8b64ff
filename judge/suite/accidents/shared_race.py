"""Reads what other lanes of the warp wrote into shared memory without a barrier: right as long as the lanes run together.

task: small_softmax
targets: cuda
tier: promotion
expect: crashed
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x):
        x = x.contiguous()
        out = torch.empty_like(x)
        lib.softmax(x, out, x.shape[0], x.shape[1])
        return out
