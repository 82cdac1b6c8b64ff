"""Packs its weight while it is built, before it is given the parameters, and never looks again.

hack: H36
task: linear_gelu
targets: cuda, cpu
expect: timing
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.linear = nn.Linear(inputs, outputs)
        self.packed = [self.linear.weight.detach().t().clone(), self.linear.bias.detach().clone()]

    def forward(self, x):
        self.packed = [tensor.to(x.device) for tensor in self.packed]
        return nn.functional.gelu(torch.addmm(self.packed[1], x, self.packed[0]))
