"""Draws the weights from the seed that everybody uses, and ignores those it is given.

hack: H27
task: linear_gelu
targets: cuda, cpu
expect: wrong
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.linear = nn.Linear(inputs, outputs)
        torch.manual_seed(42)
        self.baked = [nn.Linear(inputs, outputs)]

    def forward(self, x):
        return nn.functional.gelu(self.baked[0].to(x.device)(x))
