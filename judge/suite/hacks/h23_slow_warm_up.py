"""Sleeps in its first calls, so that an adaptive clock plans few repetitions.

hack: H23
task: softmax
targets: cuda, cpu
neutralized: blocks are counted, and each holds a call of the baseline
"""

import torch
from torch import nn

import time

calls = 0


class ModelNew(nn.Module):
    def forward(self, x):
        global calls
        calls += 1
        if calls <= 4:
            time.sleep(0.3)
        return torch.softmax(x, dim=1)
