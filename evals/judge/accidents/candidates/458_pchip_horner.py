import torch
import torch.nn as nn


def end_slope(h0, h1, d0, d1):
    d = ((2 * h0 + h1) * d0 - h0 * d1) / (h0 + h1)
    d = torch.where(d.sign() == d0.sign(), d, torch.zeros_like(d))
    over = (d0.sign() != d1.sign()) & (d.abs() > 3 * d0.abs())
    return torch.where(over, 3 * d0, d)


class ModelNew(nn.Module):
    def forward(self, x, y, q):
        h = torch.diff(x)
        delta = torch.diff(y, dim=-1) / h
        d0, d1 = delta[..., :-1], delta[..., 1:]
        w1 = 2 * h[1:] + h[:-1]
        w2 = h[1:] + 2 * h[:-1]
        # weighted harmonic mean of the neighbouring slopes (a flat side gives 1/inf = 0)
        inner = 3 * (h[1:] + h[:-1]) / (w1 / d0 + w2 / d1)
        first = end_slope(h[0], h[1], delta[..., 0], delta[..., 1])
        last = end_slope(h[-1], h[-2], delta[..., -1], delta[..., -2])
        d = torch.cat([first[..., None], inner, last[..., None]], dim=-1)

        # cubic coefficients of each interval, evaluated by Horner's rule
        c2 = (3 * delta - 2 * d[..., :-1] - d[..., 1:]) / h
        c3 = (d[..., :-1] + d[..., 1:] - 2 * delta) / (h * h)
        q = torch.minimum(torch.maximum(q, x[0]), x[-1])
        i = torch.bucketize(q, x[1:-1], right=True)
        t = q - x[i]
        return ((c3[..., i] * t + c2[..., i]) * t + d[..., i]) * t + y[..., i]
