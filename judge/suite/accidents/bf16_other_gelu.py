"""Computes GELU as x * sigmoid(1.702 x). The error is up to 0.02, below the floor of 32 roundoffs (12.5 % of the RMS) of the bf16 track.

task: accidents/gelu_rows
task-cpu: accidents/cpu/gelu_rows
targets: cuda, cpu
precision: bf16
expect: wrong
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x, gate):
        return x * torch.sigmoid(1.702 * x) * gate
