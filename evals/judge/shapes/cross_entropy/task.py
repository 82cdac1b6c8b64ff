"""A cross entropy over classes, called with five numbers of rows. KernelBench has it with one (level 1, 95)."""

import functools

import torch
from torch import nn
from torch.nn import functional as F

CLASSES = 8192
SHAPES = [((4096,), 8), ((8192,), 4), ((16384,), 2), ((12288,), 2), ((6144,), 4)]


class Model(nn.Module):
    def forward(self, logits, labels):
        return F.cross_entropy(logits, labels)


def _inputs(at):
    [rows] = SHAPES[at][0]
    return [torch.randn(rows, CLASSES), torch.randint(0, CLASSES, (rows,))]


def get_inputs():
    return _inputs(0)


def get_workloads():
    return [{"name": "x".join(map(str, lengths)), "weight": weight, "inputs": functools.partial(_inputs, at)} for at, (lengths, weight) in enumerate(SHAPES)]


def get_init_inputs():
    return []
