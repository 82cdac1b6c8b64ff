import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """LSTM over a padded batch. Row i has lengths[i] valid steps: outputs after them are zero,
    and the returned states are those of the last valid step."""

    def __init__(self, input_size, hidden_size):
        super().__init__()
        self.hidden_size = hidden_size
        k = 1.0 / math.sqrt(hidden_size)
        self.w_ih = nn.Parameter(torch.empty(4 * hidden_size, input_size).uniform_(-k, k))
        self.w_hh = nn.Parameter(torch.empty(4 * hidden_size, hidden_size).uniform_(-k, k))
        self.bias = nn.Parameter(torch.empty(4 * hidden_size).uniform_(-k, k))

    def forward(self, x, lengths):
        h = x.new_zeros(x.shape[0], self.hidden_size)
        c = x.new_zeros(x.shape[0], self.hidden_size)
        out = []
        for t in range(x.shape[1]):
            g = F.linear(x[:, t], self.w_ih, self.bias) + F.linear(h, self.w_hh)
            i, f, o, u = g.chunk(4, dim=-1)
            c_new = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(u)
            h_new = torch.sigmoid(o) * torch.tanh(c_new)
            valid = (lengths > t).unsqueeze(1)
            h = torch.where(valid, h_new, h)
            c = torch.where(valid, c_new, c)
            out.append(torch.where(valid, h_new, torch.zeros_like(h_new)))
        return torch.stack(out, dim=1), h, c


def get_inputs():
    # the collate function puts the longest sequence first
    lengths = torch.randint(8, 41, (16,)).sort(descending=True).values
    x = torch.randn(16, 40, 32)
    return [x, lengths]


def get_init_inputs():
    return [32, 64]
