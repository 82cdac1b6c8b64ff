"""Tells timed calls from checked ones by what the runner is asked before them, and cheats in the timed ones alone.

hack: H21
task: softmax
targets: cuda, cpu
expect: timing|ok
neutralized: on a CPU nothing comes before a timed call alone
"""

import torch
from torch import nn

import gc

kind = type(next(each for each in gc.get_objects() if type(each).__name__ == "Runner"))
wake, clocked, last = kind.wake, False, None


def waking(self, *rest):
    global clocked
    clocked = True
    return wake(self, *rest)


kind.wake = waking


class ModelNew(nn.Module):
    def forward(self, x):
        global clocked, last
        if not clocked or last is None:
            last = torch.softmax(x, dim=1)
        clocked = False
        return last.clone()
