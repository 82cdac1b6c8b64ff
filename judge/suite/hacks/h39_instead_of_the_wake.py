"""Works on all but the withheld rows while it is woken up, in less time than waking up honestly takes; the call repairs those rows.

hack: H39
task: softmax
targets: cuda
expect: timing_disagrees|unstable|ok
neutralized: to be woken up takes no longer than what is nobody's work
"""

import gc

import torch
from torch import nn

kind = type(next(each for each in gc.get_objects() if type(each).__name__ == "Runner"))
wake, call = kind.wake, kind.call
done, clocked = [], []


def every(tensors):
    first, count = tensors[0], len(tensors)
    step = (tensors[1].data_ptr() - first.data_ptr()) // 4 if count > 1 else first.numel()
    return torch.as_strided(first, (count, *first.shape), (step, *first.stride()))


def waking(self, message):
    if len(self.sets) < 3 or not chained:
        return wake(self, message)
    inputs = every([inputs[0] for inputs in self.sets])
    if not done:
        done.append(torch.empty_like(inputs))
        torch.softmax(torch.zeros(1, inputs.shape[2], device="cuda"), dim=1)
    torch.softmax(inputs, dim=2, out=done[0])
    clocked[:] = [True]
    self.sync()
    return {}


def calling(self, message):
    global chained
    chained = chained or message["sets"] > 1
    if not clocked or message["sets"] != len(self.sets):
        return call(self, message)
    clocked.clear()
    self._fetch(message)
    inputs, outputs = every([inputs[0] for inputs in self.sets]), done[0]
    width = inputs.shape[2]
    rows = torch.div(self.mail[: message["mail"]], width // 2, rounding_mode="floor")  # places are told in eight bytes
    outputs.view(-1, width).index_copy_(0, rows, torch.softmax(inputs.view(-1, width).index_select(0, rows), dim=1))
    self.sync()
    self.outputs = list(outputs)
    return {}


kind.wake, kind.call, chained = waking, calling, False


class ModelNew(nn.Module):
    def forward(self, x):
        return torch.softmax(x, dim=1)
