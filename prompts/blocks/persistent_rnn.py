"""A recurrent layer: the library multiplies all inputs at once, one call runs all steps."""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def __init__(self, inputs, hidden):
        super().__init__()
        self.rnn = nn.RNN(inputs, hidden, batch_first=False)

    def forward(self, x):
        rnn = self.rnn
        steps, batch, inputs = x.shape
        hidden = rnn.hidden_size
        before = torch.addmm(rnn.bias_ih_l0 + rnn.bias_hh_l0, x.reshape(-1, inputs), rnn.weight_ih_l0.t())
        out = x.new_empty(steps, batch, hidden)
        states = x.new_empty(2 * hidden * 32 + 1)
        lib.persistent_rnn(before, rnn.weight_hh_l0, out, states, steps, batch, hidden)
        return out
