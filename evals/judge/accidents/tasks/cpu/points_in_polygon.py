import torch
import torch.nn as nn


class Model(nn.Module):
    """1.0 for points (N, 2) inside the polygon (V, 2), else 0.0; even-odd rule, half-open edges."""

    def __init__(self):
        super().__init__()

    @torch.no_grad()
    def forward(self, points, polygon):
        p = points.double().unsqueeze(1)
        a = polygon.double().unsqueeze(0)
        b = a.roll(-1, dims=1)
        px, py = p[..., 0], p[..., 1]
        ax, ay, bx, by = a[..., 0], a[..., 1], b[..., 0], b[..., 1]
        spans = (ay > py) != (by > py)
        cross = (bx - ax) * (py - ay) - (px - ax) * (by - ay)
        left = torch.where(by > ay, cross > 0, cross < 0)
        return ((spans & left).sum(dim=1) % 2).to(points.dtype)


def get_inputs():
    angle = (torch.arange(24) + 0.8 * torch.rand(24)) * (6.2831853 / 24)
    radius = torch.rand(24) * 6.0 + 3.0
    polygon = torch.stack([radius * torch.cos(angle), radius * torch.sin(angle)], dim=1) + torch.rand(2)
    return [torch.rand(8192, 2) * 20.0 - 10.0, polygon]


def get_init_inputs():
    return []
