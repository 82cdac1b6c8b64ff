import math
import torch
import torch.nn as nn


class Model(nn.Module):
    """points (P, 2), polygons (B, V, 2) -> inside (B, P), even-odd rule."""

    def __init__(self):
        super().__init__()

    def forward(self, points, polygons):
        x = points[None, :, None, 0]
        y = points[None, :, None, 1]
        xi, yi = polygons[:, None, :, 0], polygons[:, None, :, 1]
        xj, yj = torch.roll(xi, -1, dims=-1), torch.roll(yi, -1, dims=-1)
        straddle = (yi > y) != (yj > y)
        xc = (xj - xi) * (y - yi) / (yj - yi) + xi
        return (straddle & (x < xc)).sum(dim=-1) % 2 == 1


def get_inputs():
    angle = torch.sort(torch.rand(4, 24) * 2 * math.pi, dim=-1).values
    radius = 0.5 + 0.5 * torch.rand(4, 24)
    polygons = torch.stack([radius * torch.cos(angle), radius * torch.sin(angle)], dim=-1)
    return [torch.randn(4096, 2) * 0.5, polygons]


def get_init_inputs():
    return []
