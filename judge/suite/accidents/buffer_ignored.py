"""Ignores one buffer that starts as zeros (zero points), and hard-codes another (0.02).

task: accidents/dequantize_rows
task-cpu: accidents/cpu/dequantize_rows
targets: cuda, cpu
expect: wrong
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, rows):
        super().__init__()
        self.register_buffer("scale", torch.full((rows, 1), 0.02))
        self.register_buffer("zero_point", torch.zeros(rows, 1))

    def forward(self, codes):
        return codes * 0.02
