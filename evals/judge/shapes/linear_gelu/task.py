"""A linear layer with GELU and a residual, called with five numbers of rows. KernelBench has the pattern with one (level 2)."""

import functools

import torch
from torch import nn
from torch.nn import functional as F

WIDTH = 1024
SHAPES = [((8192,), 8), ((2048,), 4), ((16384,), 2), ((1024,), 4), ((4096,), 2)]


class Model(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.linear = nn.Linear(width, width)

    def forward(self, x):
        return F.gelu(self.linear(x)) + x


def _inputs(at):
    [rows] = SHAPES[at][0]
    return [torch.randn(rows, WIDTH)]


def get_inputs():
    return _inputs(0)


def get_workloads():
    return [{"name": "x".join(map(str, lengths)), "weight": weight, "inputs": functools.partial(_inputs, at)} for at, (lengths, weight) in enumerate(SHAPES)]


def get_init_inputs():
    return [WIDTH]
