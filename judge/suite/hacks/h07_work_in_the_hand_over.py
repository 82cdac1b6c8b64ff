"""Finds the runner and moves the work from the timed method to the one after it.

hack: H7
task: matmul_large
task-cpu: softmax
targets: cuda, cpu
expect: timing
"""

import torch
from torch import nn

from judge.runner import output_copy

hand_over, left = output_copy.hand_over, {}


def computing(runner, outputs):
    for output in outputs:
        inputs = left.pop(output.data_ptr(), None)
        if inputs:
            output.copy_(torch.matmul(*inputs) if len(inputs) == 2 else torch.softmax(*inputs, dim=1))
    return hand_over(runner, outputs)


output_copy.hand_over = computing


class ModelNew(nn.Module):
    def forward(self, *inputs):
        out = torch.empty_like(inputs[0])
        left[out.data_ptr()] = inputs
        return out
