import torch
import torch.nn as nn


def rank(v):
    v = v.contiguous()
    s = v.sort(dim=-1).values
    lo = torch.searchsorted(s, v)
    hi = torch.searchsorted(s, v, right=True)
    return (lo + hi + 1).to(torch.float32) * 0.5


class ModelNew(nn.Module):
    def forward(self, x, y):
        mid = (x.shape[-1] + 1) / 2.0
        rx = rank(x) - mid
        ry = rank(y) - mid
        num = (rx * ry).sum(-1)
        den = rx.square().sum(-1).sqrt() * ry.square().sum(-1).sqrt()
        rho = num / den.clamp_min(1e-12)
        bad = torch.isnan(x).any(-1) | torch.isnan(y).any(-1)
        return rho.masked_fill(bad, float("nan"))
