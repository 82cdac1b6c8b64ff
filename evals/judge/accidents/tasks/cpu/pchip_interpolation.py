import torch
import torch.nn as nn


def end_slope(h0, h1, d0, d1):
    d = ((2 * h0 + h1) * d0 - h0 * d1) / (h0 + h1)
    d = torch.where(torch.sign(d) != torch.sign(d0), torch.zeros_like(d), d)
    over = (torch.sign(d0) != torch.sign(d1)) & (d.abs() > 3 * d0.abs())
    return torch.where(over, 3 * d0, d)


class Model(nn.Module):
    """Shape-preserving piecewise cubic (PCHIP) interpolation; queries are clamped to the knots' range."""

    def forward(self, x, y, q):
        # x: (N,) increasing, N >= 3; y: (B, N); q: (M,) -> (B, M)
        h = x[1:] - x[:-1]
        delta = (y[..., 1:] - y[..., :-1]) / h
        w1 = 2 * h[1:] + h[:-1]
        w2 = h[1:] + 2 * h[:-1]
        d0, d1 = delta[..., :-1], delta[..., 1:]
        same = torch.sign(d0) * torch.sign(d1) > 0
        one = torch.ones_like(d0)
        mean = (w1 + w2) / (w1 / torch.where(same, d0, one) + w2 / torch.where(same, d1, one))
        inner = torch.where(same, mean, torch.zeros_like(mean))
        first = end_slope(h[0], h[1], delta[..., 0], delta[..., 1])
        last = end_slope(h[-1], h[-2], delta[..., -1], delta[..., -2])
        d = torch.cat([first.unsqueeze(-1), inner, last.unsqueeze(-1)], dim=-1)

        q = torch.minimum(torch.maximum(q, x[0]), x[-1])
        i = (torch.searchsorted(x, q, right=True) - 1).clamp(0, x.numel() - 2)
        hi = h[i]
        t = (q - x[i]) / hi
        h00 = (1 + 2 * t) * (1 - t) ** 2
        h10 = t * (1 - t) ** 2
        h01 = t ** 2 * (3 - 2 * t)
        h11 = t ** 2 * (t - 1)
        return h00 * y[..., i] + h10 * hi * d[..., i] + h01 * y[..., i + 1] + h11 * hi * d[..., i + 1]


def get_inputs():
    # calibration curves: increasing readings over increasing knots
    x = torch.cumsum(torch.rand(64) + 0.3, 0)
    y = torch.cumsum(torch.rand(8, 64) + 0.05, 1)
    q = x[0] + torch.rand(1500) * (x[-1] - x[0])
    return [x, y, q]


def get_init_inputs():
    return []
