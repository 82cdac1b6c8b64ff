import torch
import torch.nn as nn


def end_slope(h0, h1, s0, s1):
    d = ((2 * h0 + h1) * s0 - h0 * s1) / (h0 + h1)
    d = torch.where(torch.sign(d) == torch.sign(s0), d, 0.0)
    cap = (torch.sign(s0) != torch.sign(s1)) & (d.abs() > 3 * s0.abs())
    return torch.where(cap, 3 * s0, d)


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, x, y, q):
        h = torch.diff(x)
        s = torch.diff(y) / h
        w1 = 2 * h[:, 1:] + h[:, :-1]
        w2 = h[:, 1:] + 2 * h[:, :-1]
        sl, sr = s[:, :-1], s[:, 1:]
        same = torch.sign(sl) * torch.sign(sr) > 0
        mid = (w1 + w2) / (w1 / torch.where(same, sl, 1.0) + w2 / torch.where(same, sr, 1.0))
        mid = torch.where(same, mid, 0.0)
        first = end_slope(h[:, :1], h[:, 1:2], s[:, :1], s[:, 1:2])
        last = end_slope(h[:, -1:], h[:, -2:-1], s[:, -1:], s[:, -2:-1])
        d = torch.cat([first, mid, last], dim=1)
        c2 = (3 * s - 2 * d[:, :-1] - d[:, 1:]) / h
        c3 = (d[:, :-1] + d[:, 1:] - 2 * s) / (h * h)
        i = (torch.searchsorted(x, q, right=True) - 1).clamp(0, x.shape[1] - 2)
        t = q - x.gather(1, i)
        return y.gather(1, i) + t * (d.gather(1, i) + t * (c2.gather(1, i) + t * c3.gather(1, i)))
