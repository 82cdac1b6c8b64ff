import torch
import torch.nn as nn
import torch.nn.functional as F

BATCH, STEPS, FEATURES = 64, 64, 256


class Model(nn.Module):
    """Returns the outputs and the last cell state; the start state is passed in."""

    def __init__(self, features):
        super().__init__()
        self.rnn = nn.LSTM(features, features, batch_first=True)

    def forward(self, x, h, c):
        out, (_, c) = self.rnn(x, (h, c))
        return out, c


def get_inputs():
    return [torch.randn(BATCH, STEPS, FEATURES), torch.zeros(1, BATCH, FEATURES), torch.zeros(1, BATCH, FEATURES)]


def get_init_inputs():
    return [FEATURES]
