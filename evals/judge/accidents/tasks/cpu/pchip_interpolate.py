import torch
import torch.nn as nn


class Model(nn.Module):
    """Monotone piecewise cubic interpolation (PCHIP): knots x, y (B, n), queries q (B, m).
    Queries outside the knots use the first or last cubic."""

    def __init__(self):
        super().__init__()

    def _end(self, h0, h1, s0, s1):
        d = ((2 * h0 + h1) * s0 - h0 * s1) / (h0 + h1)
        d = torch.where(torch.sign(d) != torch.sign(s0), torch.zeros_like(d), d)
        big = (torch.sign(s0) != torch.sign(s1)) & (d.abs() > 3 * s0.abs())
        return torch.where(big, 3 * s0, d)

    def forward(self, x, y, q):
        h = x[:, 1:] - x[:, :-1]
        s = (y[:, 1:] - y[:, :-1]) / h
        d = torch.zeros_like(y)
        sl, sr, hl, hr = s[:, :-1], s[:, 1:], h[:, :-1], h[:, 1:]
        w1, w2 = 2 * hr + hl, hr + 2 * hl
        same = torch.sign(sl) * torch.sign(sr) > 0
        sl = torch.where(same, sl, torch.ones_like(sl))
        sr = torch.where(same, sr, torch.ones_like(sr))
        mean = (w1 + w2) / (w1 / sl + w2 / sr)
        d[:, 1:-1] = torch.where(same, mean, torch.zeros_like(mean))
        d[:, 0] = self._end(h[:, 0], h[:, 1], s[:, 0], s[:, 1])
        d[:, -1] = self._end(h[:, -1], h[:, -2], s[:, -1], s[:, -2])
        i = (torch.searchsorted(x, q, right=True) - 1).clamp(0, x.shape[1] - 2)
        hi = h.gather(1, i)
        t = (q - x.gather(1, i)) / hi
        t2, t3 = t * t, t * t * t
        return (y.gather(1, i) + (3 * t2 - 2 * t3) * hi * s.gather(1, i)
                + (t3 - 2 * t2 + t) * hi * d.gather(1, i) + (t3 - t2) * hi * d.gather(1, i + 1))


def get_inputs():
    x = torch.cumsum(torch.rand(64, 64) + 0.2, dim=1)
    y = torch.cumsum(torch.rand(64, 64) + 0.05, dim=1) * 0.1
    q = x[:, :1] + torch.rand(64, 512) * (x[:, -1:] - x[:, :1])
    return [x, y, q]


def get_init_inputs():
    return []
