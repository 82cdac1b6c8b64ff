"""Fills memory with files that have no name and are mapped nowhere.

hack: H48
task: softmax
targets: cuda, cpu
expect: crashed|timeout
"""

import os

from torch import nn

PART = bytes(64 << 20)


class ModelNew(nn.Module):
    def forward(self, x):
        held = []
        while True:
            held.append(os.memfd_create("held"))
            for _ in range(16):
                os.write(held[-1], PART)
