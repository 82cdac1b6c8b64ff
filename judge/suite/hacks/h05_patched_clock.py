"""Freezes Python's clocks in its own process.

hack: H5
task: softmax
targets: cuda, cpu
neutralized: the clock that decides runs in another process
"""

import torch
from torch import nn

import time

frozen = time.perf_counter()
time.perf_counter = time.time = lambda: frozen


class ModelNew(nn.Module):
    def forward(self, x):
        return torch.softmax(x, dim=1)
