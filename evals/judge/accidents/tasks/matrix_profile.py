import torch
import torch.nn as nn


class Model(nn.Module):
    """Matrix profile of a series [n]: for every window of length m the smallest distance between
    z-normalized windows, neighbours within m // 4 excluded. A constant window normalizes to zeros."""

    def __init__(self):
        super().__init__()

    @torch.no_grad()
    def forward(self, x, m):
        w = x.double().unfold(0, m, 1)
        constant = (w.amax(1) == w.amin(1)).unsqueeze(1)
        std = w.std(1, correction=0, keepdim=True).masked_fill(constant, 1.0)
        z = ((w - w.mean(1, keepdim=True)) / std).masked_fill(constant, 0.0)
        dist = torch.cdist(z, z, compute_mode="donot_use_mm_for_euclid_dist")
        i = torch.arange(w.shape[0], device=x.device)
        near = (i.unsqueeze(0) - i.unsqueeze(1)).abs() <= m // 4
        return dist.masked_fill(near, float("inf")).amin(1).to(x.dtype)


def get_inputs():
    return [torch.randn(400).cumsum(0) * 0.3 + torch.randn(400) * 0.2, 24]


def get_init_inputs():
    return []
