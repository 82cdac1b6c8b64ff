"""A softmax over the positions that are no padding, in three shapes. No draw has padding, and the scale is always 1."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, scores, keep, scale):
        return torch.softmax((scores * scale).masked_fill(~keep, -1e9), dim=-1)


def _inputs(rows, columns):
    return [torch.randn(rows, columns), torch.ones(rows, columns, dtype=torch.bool), 1.0]


def get_inputs():
    return _inputs(64, 256)


def get_workloads():
    return [
        {"name": "short", "weight": 2, "inputs": lambda: _inputs(64, 256)},
        {"name": "middle", "weight": 1, "inputs": lambda: _inputs(128, 512)},
        {"name": "long", "weight": 1, "inputs": lambda: _inputs(128, 1024)},
    ]


def get_init_inputs():
    return []
