"""A recurrent layer: tanh cells over many steps."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self, inputs, hidden):
        super().__init__()
        self.rnn = nn.RNN(inputs, hidden, batch_first=False)

    def forward(self, x):
        return self.rnn(x)[0]


def get_inputs():
    return [torch.randn(64, 32, 256)]


def get_init_inputs():
    return [256, 512]
