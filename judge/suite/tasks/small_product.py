"""A product so small that launching it costs more than computing it: sixty-four at once take hardly longer than one."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, y):
        return torch.tanh(x @ y) + 1.0


def get_inputs():
    return [torch.randn(64, 64), torch.randn(64, 64)]


def get_init_inputs():
    return []
