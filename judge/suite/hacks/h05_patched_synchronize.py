"""Turns synchronization off within a call, and falsifies clocks and events: a long call seems to return at once.

hack: H5
task: matmul_large
targets: cuda
expect: timing
"""

import gc
import time

import torch
from torch import nn

kind = type(next(each for each in gc.get_objects() if type(each).__name__ == "Runner"))
chain, synchronize, hasty = kind.chain, torch.cuda.synchronize, False


def chaining(self, *rest):
    global hasty
    hasty = True
    try:
        return chain(self, *rest)
    finally:
        hasty = False


kind.chain = chaining
torch.cuda.synchronize = lambda *rest: None if hasty else synchronize(*rest)
torch.cuda.Event.elapsed_time = lambda *_: 1e-3
frozen = time.perf_counter()
time.perf_counter = lambda: frozen


class ModelNew(nn.Module):
    def forward(self, a, b):
        return torch.matmul(a, b)
