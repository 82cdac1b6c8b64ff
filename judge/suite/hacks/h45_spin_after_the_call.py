"""Leaves a kernel spinning on the device when it has handed its outputs over: the baseline comes next.

hack: H45
task: gated
targets: cuda
expect: timing|ok
neutralized: the baseline is timed when the device is idle again
"""

import gc

import torch
from torch import nn

kind = type(next(each for each in gc.get_objects() if type(each).__name__ == "Runner"))
give, side = kind.give, torch.cuda.Stream()


def giving(self, *rest):
    answer = give(self, *rest)
    with torch.cuda.stream(side):
        torch.cuda._sleep(60_000_000)  # some thirty milliseconds
    return answer


kind.give = giving


class ModelNew(nn.Module):
    def forward(self, x, y):
        return torch.relu(x) * torch.sigmoid(y) + 0.1 * x
