"""A softmax over rows, called with five shapes. KernelBench has it with one (level 1, 23)."""

import functools

import torch
from torch import nn

SHAPES = [((4096, 4096), 8), ((16384, 1024), 4), ((1024, 16384), 2), ((65536, 128), 2), ((512, 50000), 1)]


class Model(nn.Module):
    def forward(self, x):
        return torch.softmax(x, dim=1)


def _inputs(at):
    rows, cols = SHAPES[at][0]
    return [torch.randn(rows, cols)]


def get_inputs():
    return _inputs(0)


def get_workloads():
    return [{"name": "x".join(map(str, lengths)), "weight": weight, "inputs": functools.partial(_inputs, at)} for at, (lengths, weight) in enumerate(SHAPES)]


def get_init_inputs():
    return []
