import torch
import torch.nn as nn


class Model(nn.Module):
    """LSTM over a batch of sequences from a given state."""

    def __init__(self, dim, hidden):
        super().__init__()
        self.cell = nn.LSTMCell(dim, hidden)

    def forward(self, x, h0, c0):
        h, c = h0, c0
        outs = []
        for t in range(x.size(1)):
            h, c = self.cell(x[:, t], (h, c))
            outs.append(h)
        return torch.stack(outs, dim=1), h, c


def get_inputs():
    return [torch.randn(8, 50, 16), torch.zeros(8, 32), torch.zeros(8, 32)]


def get_init_inputs():
    return [16, 32]
