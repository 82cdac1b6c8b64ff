"""A gated recurrent layer over a sequence: each step is a small matrix product and needs the state of the step before."""

import torch
from torch import nn

BATCH = 32
STEPS = 64
FEATURES = 64
HIDDEN = 112


class Model(nn.Module):
    def __init__(self, features, hidden):
        super().__init__()
        self.layer = nn.GRU(features, hidden, batch_first=True)

    def forward(self, x):
        states, _ = self.layer(x)
        return states


def get_inputs():
    return [torch.randn(BATCH, STEPS, FEATURES)]


def get_init_inputs():
    return [FEATURES, HIDDEN]
