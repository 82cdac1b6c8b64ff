"""A linear layer and GELU in its tanh form."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.linear = nn.Linear(inputs, outputs)

    def forward(self, x):
        return nn.functional.gelu(self.linear(x), approximate="tanh")


def get_inputs():
    return [torch.randn(4096, 2048)]


def get_init_inputs():
    return [2048, 4096]
