import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """GRU layer (reset gate applied after the hidden projection), batch first."""

    def __init__(self, input_size, hidden_size):
        super().__init__()
        self.hidden_size = hidden_size
        self.w_ih = nn.Parameter(torch.empty(3 * hidden_size, input_size))
        self.w_hh = nn.Parameter(torch.empty(3 * hidden_size, hidden_size))
        self.b_ih = nn.Parameter(torch.zeros(3 * hidden_size))
        self.b_hh = nn.Parameter(torch.zeros(3 * hidden_size))
        nn.init.xavier_uniform_(self.w_ih)
        nn.init.orthogonal_(self.w_hh)

    def forward(self, x, h0=None):
        h = x.new_zeros(x.shape[0], self.hidden_size) if h0 is None else h0
        out = []
        for t in range(x.shape[1]):
            xr, xz, xn = F.linear(x[:, t], self.w_ih, self.b_ih).chunk(3, dim=-1)
            hr, hz, hn = F.linear(h, self.w_hh, self.b_hh).chunk(3, dim=-1)
            r = torch.sigmoid(xr + hr)
            z = torch.sigmoid(xz + hz)
            n = torch.tanh(xn + r * hn)
            h = (1 - z) * n + z * h
            out.append(h)
        return torch.stack(out, dim=1), h


def get_inputs():
    return [torch.randn(16, 48, 40), None]


def get_init_inputs():
    return [40, 64]
