import math
import torch
import torch.nn as nn


class Model(nn.Module):
    """Interpolate a table (strictly increasing knots xp, values fp) at x; constant beyond the ends."""

    def __init__(self, n):
        super().__init__()
        xp = torch.linspace(0.0, 1.0, n)
        self.register_buffer("xp", xp)
        self.register_buffer("fp", torch.exp(-xp) * torch.sin(6.0 * xp) + 2.0)

    def forward(self, x):
        x = torch.minimum(torch.maximum(x, self.xp[0]), self.xp[-1])
        j = (torch.searchsorted(self.xp, x, right=True) - 1).clamp(0, self.xp.numel() - 2)
        x0, x1 = self.xp[j], self.xp[j + 1]
        y0, y1 = self.fp[j], self.fp[j + 1]
        return y0 + (x - x0) / (x1 - x0) * (y1 - y0)


def get_inputs():
    return [torch.rand(100000) * 1.1 - 0.05]


def get_init_inputs():
    return [128]
