"""Lets processes that are each within their limit take all memory together.

hack: H48
task: softmax
targets: cuda, cpu
needs: L3
expect: crashed|timeout
"""

import os
import time

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x):
        for _ in range(16):
            if os.fork() == 0:
                held = bytearray(1 << 30)
                held[::4096] = b"x" * len(held[::4096])
                time.sleep(4242)
        time.sleep(4242)
