import math

import torch
import torch.nn as nn


class Model(nn.Module):
    """Number density of particles in a periodic cube with the poly6 kernel of support h (nearest image, self included)."""

    def __init__(self):
        super().__init__()

    def forward(self, pos, box, h):
        d = pos.unsqueeze(1) - pos.unsqueeze(0)
        d = d - box * torch.round(d / box)
        r2 = (d * d).sum(-1)
        w = torch.where(r2 < h * h, (h * h - r2) ** 3, torch.zeros_like(r2))
        return 315.0 / (64.0 * math.pi * h ** 9) * w.sum(1)


def get_inputs():
    box = 10.0
    return [torch.rand(800, 3) * box, box, 1.5]


def get_init_inputs():
    return []
