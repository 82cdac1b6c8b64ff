"""A recurrence whose steps work in place.

task: recurrence
targets: cuda, cpu
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.mix = nn.Linear(features, features)

    def forward(self, x):
        state = torch.tanh(self.mix.bias + x[:, 0])
        for step in range(1, x.shape[1]):
            state = torch.addmm(x[:, step], state, self.mix.weight.t()).add_(self.mix.bias).tanh_()
        return state
