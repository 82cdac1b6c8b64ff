import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """GRU encoder of a sensor window (biases start at zero); returns all states."""

    def __init__(self, n_in=8, hidden=64):
        super().__init__()
        k = 1.0 / math.sqrt(hidden)
        self.hidden = hidden
        self.w_ih = nn.Parameter(torch.empty(3 * hidden, n_in).uniform_(-k, k))
        self.w_hh = nn.Parameter(torch.empty(3 * hidden, hidden).uniform_(-k, k))
        self.b_ih = nn.Parameter(torch.zeros(3 * hidden))
        self.b_hh = nn.Parameter(torch.zeros(3 * hidden))

    def forward(self, x):
        B, T, _ = x.shape
        h = x.new_zeros(B, self.hidden)
        out = []
        for t in range(T):
            gi = F.linear(x[:, t], self.w_ih, self.b_ih)
            gh = F.linear(h, self.w_hh, self.b_hh)
            ir, iz, i_n = gi.chunk(3, 1)
            hr, hz, hn = gh.chunk(3, 1)
            r = torch.sigmoid(ir + hr)
            z = torch.sigmoid(iz + hz)
            n = torch.tanh(i_n + r * hn)
            h = (1 - z) * n + z * h
            out.append(h)
        return torch.stack(out, 1)


def get_inputs():
    return [torch.randn(32, 48, 8)]


def get_init_inputs():
    return [8, 64]
