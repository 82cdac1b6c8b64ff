import math

import torch
import torch.nn as nn


class Model(nn.Module):
    """Real diagonal state-space model, zero-order hold, inference:
    h_t = exp(dt A) h_{t-1} + (exp(dt A) - 1) / A * u_t,  y_t = sum_n C_n h_{t,n}."""

    def __init__(self, dim, state):
        super().__init__()
        self.log_dt = nn.Parameter(torch.empty(dim).uniform_(math.log(0.02), math.log(0.2)))
        self.log_a = nn.Parameter(torch.log(torch.arange(1, state + 1).float()).repeat(dim, 1))
        self.c = nn.Parameter(torch.randn(dim, state) / math.sqrt(state))

    @torch.no_grad()
    def forward(self, u, h0=None):
        a = -torch.exp(self.log_a)
        da = torch.exp(self.log_dt).unsqueeze(1) * a
        a_bar = torch.exp(da)
        b_bar = torch.expm1(da) / a
        h = u.new_zeros(u.shape[0], *a.shape) if h0 is None else h0
        out = []
        for t in range(u.shape[1]):
            h = a_bar * h + b_bar * u[:, t].unsqueeze(-1)
            out.append((h * self.c).sum(dim=-1))
        return torch.stack(out, dim=1), h


def get_inputs():
    return [torch.randn(4, 256, 48), None]


def get_init_inputs():
    return [48, 16]
