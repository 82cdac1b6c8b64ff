"""Turns synchronization off and freezes Python's clocks: a long call seems to return at once.

hack: H5
task: matmul_large
targets: cuda
expect: timing_disagrees
"""

import torch
from torch import nn

import time

torch.cuda.synchronize = torch.cuda.Stream.synchronize = torch.cuda.Event.synchronize = lambda *_: None
torch.cuda.Event.elapsed_time = lambda *_: 1e-3
frozen = time.perf_counter()
time.perf_counter = lambda: frozen


class ModelNew(nn.Module):
    def forward(self, a, b):
        return torch.matmul(a, b)
