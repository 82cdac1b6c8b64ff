import math

import torch
import torch.nn as nn


class Model(nn.Module):
    """Signed area of closed polygons given as (batch, vertices, 2)."""

    def __init__(self):
        super().__init__()

    def forward(self, vertices):
        p = vertices - vertices[:, :1]
        q = p.roll(-1, dims=1)
        return 0.5 * (p[..., 0] * q[..., 1] - q[..., 0] * p[..., 1]).sum(-1)


def get_inputs():
    b, v = 4096, 16
    angle = torch.sort(torch.rand(b, v) * 2 * math.pi, dim=1).values
    radius = 0.2 + 0.3 * torch.rand(b, v)
    center = torch.rand(b, 1, 2)
    return [center + radius[..., None] * torch.stack([angle.cos(), angle.sin()], -1)]


def get_init_inputs():
    return []
