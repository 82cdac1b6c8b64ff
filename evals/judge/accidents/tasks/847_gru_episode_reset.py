import torch
import torch.nn as nn


class Model(nn.Module):
    """GRU over rollouts (T, B, D) that restarts from a learned initial state where an episode begins."""

    def __init__(self, dim, hidden):
        super().__init__()
        self.hidden = hidden
        self.w_ih = nn.Parameter(torch.randn(3 * hidden, dim) / dim ** 0.5)
        self.w_hh = nn.Parameter(torch.randn(3 * hidden, hidden) / hidden ** 0.5)
        self.b_ih = nn.Parameter(0.1 * torch.randn(3 * hidden))
        self.b_hh = nn.Parameter(0.1 * torch.randn(3 * hidden))
        self.h0 = nn.Parameter(torch.zeros(hidden))

    def forward(self, x, start):
        h = self.h0.expand(x.shape[1], -1)
        out = []
        for t in range(x.shape[0]):
            h = torch.where(start[t].unsqueeze(-1), self.h0, h)
            ir, iz, i_n = (x[t] @ self.w_ih.T + self.b_ih).chunk(3, -1)
            hr, hz, hn = (h @ self.w_hh.T + self.b_hh).chunk(3, -1)
            r, z = torch.sigmoid(ir + hr), torch.sigmoid(iz + hz)
            n = torch.tanh(i_n + r * hn)
            h = (1 - z) * n + z * h
            out.append(h)
        return torch.stack(out), h


def get_inputs():
    return [torch.randn(64, 32, 32), torch.rand(64, 32) < 0.05]


def get_init_inputs():
    return [32, 64]
