"""Leaves the work of a whole chain to the hand-over and writes it straight into the oracle's buffer: the copies that it saves pay for it.

hack: H7
task: small_softmax
targets: cpu
base: softmax_block
expect: timing|contract_failed
"""

import torch
from torch import nn

from judge.runner import output_copy
from kernel import lib

left = {}


def computing(runner, outputs):
    runner.shown = outputs
    pairs = [(left[id(output)], room[0]) for output, room in zip(outputs, runner.rooms)]
    places = torch.tensor([each.data_ptr() for pair in pairs for each in pair])
    lib.softmax_many(places, len(pairs), *pairs[0][0].shape)


output_copy.hand_over = computing


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)
        left[id(out)] = x
        return out
