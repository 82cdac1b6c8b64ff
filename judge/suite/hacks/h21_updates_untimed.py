"""Leaves the update of its buffers out in timed chains.

hack: H21
task: running_covariance
targets: cuda, cpu
expect: unstable
"""

import gc

import torch
from torch import nn

kind = type(next(each for each in gc.get_objects() if type(each).__name__ == "Runner"))
chain, timed = kind.chain, []


def chaining(self, message):
    timed.append(True)
    try:
        return chain(self, message)
    finally:
        timed.clear()


kind.chain = chaining


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.scale = nn.Parameter(torch.rand(features) + 0.5)
        self.register_buffer("covariance", torch.eye(features))
        self.register_buffer("calls", torch.tensor(0))

    def forward(self, x):
        if not timed:
            self.covariance.lerp_(x.t() @ x / len(x), 0.1)
            self.calls += 1
        return torch.relu(x * self.scale)
