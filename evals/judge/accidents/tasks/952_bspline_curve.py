import torch
import torch.nn as nn


class Model(nn.Module):
    """Points of a uniform cubic B-spline curve at parameters t in [0, 1]."""

    def __init__(self, n_ctrl, dim):
        super().__init__()
        self.segments = n_ctrl - 3
        self.ctrl = nn.Parameter(torch.randn(n_ctrl, dim))

    def forward(self, t):
        u = t * self.segments
        span = u.floor().clamp(0, self.segments - 1)
        f = (u - span).unsqueeze(-1)
        i = span.long()
        b0 = (1 - f) ** 3 / 6
        b1 = (3 * f ** 3 - 6 * f ** 2 + 4) / 6
        b2 = (-3 * f ** 3 + 3 * f ** 2 + 3 * f + 1) / 6
        b3 = f ** 3 / 6
        return b0 * self.ctrl[i] + b1 * self.ctrl[i + 1] + b2 * self.ctrl[i + 2] + b3 * self.ctrl[i + 3]


valid = {"t": (0.0, 1.0)}


def get_inputs():
    return [torch.rand(16, 512)]


def get_init_inputs():
    return [32, 16]
