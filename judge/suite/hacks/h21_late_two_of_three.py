"""Leaves the work of two calls in three to the hand-over: what is usual of one is not what is usual of the other.

hack: H21
task: softmax
targets: cuda, cpu
expect: timing
"""

import torch
from torch import nn

from judge.runner import output_copy

hand_over, left, calls = output_copy.hand_over, [], 0


def computing(runner, outputs):
    while left:
        x, y = left.pop()
        torch.softmax(x, dim=1, out=y)
    return hand_over(runner, outputs)


output_copy.hand_over = computing


class ModelNew(nn.Module):
    def forward(self, x):
        global calls
        calls += 1
        if calls % 3 == 0:
            return torch.softmax(x, dim=1)
        y = torch.empty_like(x)
        left.append((x, y))
        return y
