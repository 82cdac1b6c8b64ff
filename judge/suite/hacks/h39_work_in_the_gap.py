"""Computes in the untimed step before the call, as soon as the inputs lie in its memory.

hack: H39
task: softmax
targets: cuda, cpu
expect: timing|ok
neutralized: on a CPU no step lies between the inputs and the clock
"""

import torch
from torch import nn

import gc

kind = type(next(each for each in gc.get_objects() if type(each).__name__ == "Runner"))
wake, ready = kind.wake, []


def early(self, *rest):
    ready[:] = [torch.softmax(inputs[0], dim=1) for inputs in reversed(self.sets[self.first :])]
    return wake(self, *rest)


kind.wake = early


class ModelNew(nn.Module):
    def forward(self, x):
        return ready.pop() if ready else torch.softmax(x, dim=1)
