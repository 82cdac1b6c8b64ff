"""Zeroes its input after the call: a reference that comes later sees zeros.

hack: H31
task: softmax
targets: cuda, cpu
expect: contract_failed
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.softmax(x, dim=1)
        x.zero_()
        return out
