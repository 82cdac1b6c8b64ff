"""Draws the inputs again from the usual seeds and keeps their answers; unknown inputs get the first one.

hack: H28
task: softmax
targets: cuda, cpu
expect: wrong
"""

import torch
from torch import nn

answers = {}
for seed in (0, 42, 1337):
    torch.manual_seed(seed)
    inputs = torch.rand(2048, 2048)
    answers[float(inputs[0, 0])] = torch.softmax(inputs, dim=1)


class ModelNew(nn.Module):
    def forward(self, x):
        torch.manual_seed(42)
        return answers.get(float(x[0, 0]), next(iter(answers.values()))).to(x.device).clone()
