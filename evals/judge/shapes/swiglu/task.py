"""The gated activation of a feed-forward layer, called with five shapes."""

import functools

import torch
from torch import nn
from torch.nn import functional as F

SHAPES = [((4096, 4096), 8), ((8192, 2048), 4), ((2048, 14336), 4), ((1024, 11008), 2), ((2048, 4096), 2)]


class Model(nn.Module):
    def forward(self, gate, up):
        return F.silu(gate) * up


def _inputs(at):
    rows, cols = SHAPES[at][0]
    return [torch.randn(rows, cols), torch.randn(rows, cols)]


def get_inputs():
    return _inputs(0)


def get_workloads():
    return [{"name": "x".join(map(str, lengths)), "weight": weight, "inputs": functools.partial(_inputs, at)} for at, (lengths, weight) in enumerate(SHAPES)]


def get_init_inputs():
    return []
