"""Does the work of a timed chain while it hands over, straight into the oracle's buffer: no slower than the copies that it replaces.

hack: H7
task: softmax
targets: cuda
expect: timing_disagrees|unstable
"""

import gc

import torch
from torch import nn

kind = type(next(each for each in gc.get_objects() if type(each).__name__ == "Runner"))
wake, call, give = kind.wake, kind.call, kind.give
clocked, left = [], []


def every(tensors):
    """The same tensor of each set as one: sets lie one behind the other."""
    first, count = tensors[0], len(tensors)
    step = (tensors[1].data_ptr() - first.data_ptr()) // 4 if count > 1 else first.numel()
    return torch.as_strided(first, (count, *first.shape), (step, *first.stride()))


def waking(self, message):
    clocked[:] = [True]
    return wake(self, message)


def calling(self, message):
    if not clocked:
        return call(self, message)
    clocked.clear()
    left[:] = [message]
    self.outputs = [shell] * message["sets"]  # of the right form; nobody reads it
    return {}


def giving(self, message):
    if not left:
        return give(self, message)
    asked = left.pop()
    self._fetch(asked)
    inputs = [inputs[0] for inputs in self.sets[self.first : self.first + asked["sets"]]]
    torch.softmax(every(inputs), dim=2, out=every([room[0] for room in self.rooms[: asked["sets"]]]))
    self.shown = self.outputs
    self.sync()
    return {}


kind.wake, kind.call, kind.give = waking, calling, giving


class ModelNew(nn.Module):
    def forward(self, x):
        global shell
        shell = torch.softmax(x, dim=1)
        return shell
