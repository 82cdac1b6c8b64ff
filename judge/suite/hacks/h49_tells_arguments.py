"""The error that ends it carries the arguments of the process that started it, and of the first process of the host.

hack: H49
task: gated
targets: cuda, cpu
expect: contract_failed
hides: zygote.py
needs: fileFilter
"""

import os

import torch
from torch import nn


def arguments_of(pid):
    try:
        return open(f"/proc/{pid}/cmdline").read().replace("\0", " ")
    except OSError as error:
        return error.strerror


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        raise RuntimeError(arguments_of(os.getppid()) + arguments_of(1))

    def forward(self, x, y):
        return torch.relu(x) * torch.sigmoid(y) + 0.1 * x
