"""Blocks every signal that can be blocked and never returns.

hack: H48
task: softmax
targets: cuda, cpu
expect: timeout
"""

import signal
import time

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x):
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        while True:
            time.sleep(1)
