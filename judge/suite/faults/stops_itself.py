"""Stops its own process.

hack: H48
task: softmax
targets: cuda, cpu
expect: timeout|crashed
"""

import os
import signal
import time

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x):
        os.kill(os.getpid(), signal.SIGSTOP)
        while True:
            time.sleep(1)
