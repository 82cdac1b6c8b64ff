"""Answers the call and the hand-over while the device still works, straight into the oracle's buffer: the oracle's own copies wait for the device.

hack: H10
task: conv_bias_relu
targets: cuda
expect: timing_disagrees|unstable
"""

import gc
import time

import torch
from torch import nn

kind = type(next(each for each in gc.get_objects() if type(each).__name__ == "Runner"))
wake, call, give = kind.wake, kind.call, kind.give
clocked, left = [], []
AFTERWARDS = 2.5e-4  # seconds of the device that are left when the hand-over is answered
seconds = 0.0


def every(tensors):
    first, count = tensors[0], len(tensors)
    step = (tensors[1].data_ptr() - first.data_ptr()) // 4 if count > 1 else first.numel()
    return torch.as_strided(first, (count, *first.shape), (step, *first.stride()))


def batched(self, sets):
    inputs = every([inputs[0] for inputs in self.sets[self.first : self.first + sets]]).flatten(0, 1)
    room = every([room[0] for room in self.rooms[:sets]]).flatten(0, 1)
    with torch.no_grad():
        torch.clamp_min(self.model.conv(inputs), 0.0, out=room)


def waking(self, message):
    clocked[:] = [True]
    return wake(self, message)


def calling(self, message):
    global seconds
    sets = message["sets"]
    if clocked and seconds:
        clocked.clear()
        left[:] = [time.perf_counter()]
        self._fetch(message)
        batched(self, sets)
        self.outputs = [shell] * sets
        return {}
    if sets > 1 and not seconds:  # the warm-up: how long the device takes
        for _ in range(3):
            self.sync()
            started = time.perf_counter()
            batched(self, sets)
            self.sync()
            seconds = time.perf_counter() - started
    return call(self, message)


def giving(self, message):
    if not left:
        return give(self, message)
    until = left.pop() + seconds - AFTERWARDS
    while time.perf_counter() < until:
        pass
    self.shown = self.outputs
    return {}


kind.wake, kind.call, kind.give = waking, calling, giving


class ModelNew(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, 3, padding=1)

    def forward(self, x):
        global shell
        shell = torch.relu(self.conv(x))
        return shell
