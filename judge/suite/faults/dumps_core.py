"""Aborts, with memory worth a core dump.

hack: H48
task: softmax
targets: cuda, cpu
expect: crashed
"""

import os

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x):
        held = torch.ones_like(x)
        os.abort()
