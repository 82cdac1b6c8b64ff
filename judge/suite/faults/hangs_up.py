"""Closes its channel and goes on.

hack: H48
task: softmax
targets: cuda, cpu
expect: crashed|timeout
"""

import os
import time

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x):
        os.close(3)
        time.sleep(4242)
