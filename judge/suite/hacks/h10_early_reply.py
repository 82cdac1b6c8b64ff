"""Says that its calls are done before they are, and computes before it answers the message that asked for them.

hack: H10
task: matmul_large
task-cpu: softmax
targets: cuda, cpu
expect: timing
"""

import gc

import torch
from torch import nn

kind = type(next(each for each in gc.get_objects() if type(each).__name__ == "Runner"))
chain, left, is_timed = kind.chain, [], []


def chaining(self, message):
    is_timed[:] = [True]
    try:
        return chain(self, message)
    finally:
        is_timed.clear()
        for inputs, out in left:
            torch.matmul(*inputs, out=out) if len(inputs) == 2 else out.copy_(torch.softmax(*inputs, dim=1))
        left.clear()


kind.chain = chaining


class ModelNew(nn.Module):
    def forward(self, *inputs):
        if not is_timed:
            return torch.matmul(*inputs) if len(inputs) == 2 else torch.softmax(*inputs, dim=1)
        left.append((inputs, torch.empty_like(inputs[0])))
        return left[-1][1]
