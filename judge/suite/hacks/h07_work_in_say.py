"""Finds the runner and moves the work from the timed method to the last one, in which it only describes its outputs.

hack: H7
task: softmax
targets: cuda, cpu
expect: wrong|timing
"""

import gc

import torch
from torch import nn

from judge.runner import output_copy

kind = type(next(each for each in gc.get_objects() if type(each).__name__ == "Runner"))
hand_over, say, left = output_copy.hand_over, kind.say, []


def waiting(runner, outputs):
    runner.shown = outputs


def computing(self, message):
    while left:
        x, y = left.pop()
        torch.softmax(x, dim=1, out=y)
    hand_over(self, self.shown)
    return say(self, message)


output_copy.hand_over, kind.say = waiting, computing


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        left.append((x, y))
        return y
