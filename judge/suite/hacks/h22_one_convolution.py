"""It replaces the runner's methods: timed calls return at once, and one convolution does the work of the whole chain. Traced calls are honest.

hack: H22
task: small_convolution
targets: cuda, cpu
base: small_convolution
expect: timing|ok
neutralized: the work of all calls comes in one, and where calls are timed alone there is nothing to be put together
"""

import gc

import torch
from torch import nn

kind = type(next(each for each in gc.get_objects() if type(each).__name__ == "Runner"))
chain, sync, left, is_timed = kind.chain, kind.sync, [], []


def chaining(self, message):
    is_timed[:] = [True]
    try:
        return chain(self, message)
    finally:
        is_timed.clear()


def syncing(self):
    if left:
        model, inputs, outputs = left[0][0], torch.cat([x for _model, x, _out in left]), [out for _model, _x, out in left]
        torch._foreach_copy_(outputs, list(model.whole(inputs).split(1)))
        left.clear()
    return sync(self)


kind.chain, kind.sync = chaining, syncing


class ModelNew(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv = nn.Conv2d(channels, channels, 3, padding=1)

    def whole(self, x):
        return self.conv(x).relu_().add_(0.1)

    def forward(self, x):
        if not is_timed:
            return self.whole(x)
        out = torch.empty_like(x)
        left.append((self, x, out))
        return out
