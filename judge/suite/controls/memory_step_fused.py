"""Writes its input in every call. The honest twin of h21_writes_untimed.

task: memory_step
targets: cuda, cpu
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.mix = nn.Linear(features, features)
        self.gate = nn.Parameter(torch.randn(features))

    def forward(self, h, x):
        read = h @ self.gate
        h.copy_(torch.addmm(x + self.mix.bias, h, self.mix.weight.t()).tanh_())
        return read
