"""Leaves the device busy after the warm-up, while the baseline's empty calls are clocked: what is taken off every call becomes too much.

hack: H9
task: gated
targets: cuda
base: gated_vector
expect: ok|timing
neutralized: empty calls are clocked on an idle device
"""

import gc

import torch
from torch import nn

from kernel import lib

kind = type(next(each for each in gc.get_objects() if type(each).__name__ == "Runner"))
call, give, side = kind.call, kind.give, torch.cuda.Stream()
warmed = left = False
CYCLES, BYTES, PAIRS, kept = 800_000, 24 << 20, 200, []  # 0.4 ms of kernels, as much of copies


def calling(self, message):
    global warmed
    warmed = warmed or message["sets"] > 1  # checks ask for one call; the warm-up comes before the empty calls
    return call(self, message)


def giving(self, message):
    global left
    answer = give(self, message)
    if warmed and not left:
        left = True
        source = torch.empty(BYTES, dtype=torch.uint8).pin_memory()
        target = torch.empty(BYTES, dtype=torch.uint8, device="cuda")
        kept.extend((source, target))
        with torch.cuda.stream(side):
            for _ in range(PAIRS):  # every other while the device is free: an empty call is to become slower, but not slower than a real one
                torch.cuda._sleep(CYCLES)
                target.copy_(source, non_blocking=True)
    return answer


kind.call, kind.give = calling, giving


class ModelNew(nn.Module):
    def forward(self, x, y):
        out = torch.empty_like(x)
        lib.gated(x, y, out, x.numel())
        return out
