import torch
import torch.nn as nn


def average_rank(v):
    less = (v.unsqueeze(-2) < v.unsqueeze(-1)).sum(-1)
    same = (v.unsqueeze(-2) == v.unsqueeze(-1)).sum(-1)
    return less.float() + (same.float() + 1.0) / 2.0


class Model(nn.Module):
    """Spearman rank correlation of the rows of x and y (constant rows give 0)."""

    def forward(self, x, y):
        rx, ry = average_rank(x), average_rank(y)
        rx = rx - rx.mean(-1, keepdim=True)
        ry = ry - ry.mean(-1, keepdim=True)
        num = (rx * ry).sum(-1)
        den = torch.sqrt((rx * rx).sum(-1) * (ry * ry).sum(-1))
        rho = torch.where(den > 0, num / den.clamp_min(1e-20), torch.zeros_like(num))
        bad = torch.isnan(x).any(-1) | torch.isnan(y).any(-1)
        return rho.masked_fill(bad, float("nan"))


def get_inputs():
    x = torch.randn(24, 160)
    y = 0.6 * x + torch.randn(24, 160)
    return [x, y]


def get_init_inputs():
    return []
