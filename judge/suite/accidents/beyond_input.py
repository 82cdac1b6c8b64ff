"""Reads one element beyond the input and drops it: right, until the page behind the input is missing. Only a sanitizer sees it.

task: small_softmax
targets: cuda, cpu
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
