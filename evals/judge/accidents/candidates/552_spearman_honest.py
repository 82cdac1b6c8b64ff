import torch
import torch.nn as nn


def ranks(v):
    s, order = torch.sort(v, dim=-1)
    n = v.shape[-1]
    pos = torch.arange(n, device=v.device).expand_as(order)
    new = torch.ones_like(order, dtype=torch.bool)
    new[..., 1:] = s[..., 1:] != s[..., :-1]
    first = torch.where(new, pos, 0).cummax(dim=-1).values
    end = torch.ones_like(new)
    end[..., :-1] = new[..., 1:]
    last = torch.where(end, pos, n).flip(-1).cummin(dim=-1).values.flip(-1)
    r = (first + last).double() * 0.5 + 1.0
    return torch.zeros_like(r).scatter_(-1, order, r)


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, x, y):
        mean = (x.shape[-1] + 1) * 0.5
        rx = ranks(x) - mean
        ry = ranks(y) - mean
        rho = (rx * ry).sum(-1) * torch.rsqrt((rx * rx).sum(-1) * (ry * ry).sum(-1))
        bad = torch.isnan(x).any(-1) | torch.isnan(y).any(-1)
        return torch.where(bad, float("nan"), rho).float()
