"""Overwrites the first bytes of the CUDA runtime's synchronization with 'return success' while a call is timed.

hack: H8
task: matmul_large
targets: cuda
expect: timing|contract_failed
"""

import gc

import torch
from torch import nn

from kernel import lib

kind = type(next(each for each in gc.get_objects() if type(each).__name__ == "Runner"))
chain = kind.chain


def chaining(self, *rest):
    lib.detour(1)
    try:
        return chain(self, *rest)
    finally:
        lib.detour(0)


kind.chain = chaining


class ModelNew(nn.Module):
    def forward(self, a, b):
        return torch.matmul(a, b)
