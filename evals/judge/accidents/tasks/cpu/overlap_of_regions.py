import torch
import torch.nn as nn
import torch.nn.functional as F

FIRST, SECOND = 64, 48


class Model(nn.Module):
    """Intersection over union of two lists of integer boxes (x0, y0, x1, y1)."""

    def forward(self, a, b):
        area_a = (a[:, 2] - a[:, 0]) * (a[:, 3] - a[:, 1])
        area_b = (b[:, 2] - b[:, 0]) * (b[:, 3] - b[:, 1])
        size = (torch.minimum(a[:, None, 2:], b[None, :, 2:]) - torch.maximum(a[:, None, :2], b[None, :, :2])).clamp(min=0)
        inter = size[..., 0] * size[..., 1]
        return inter / (area_a[:, None] + area_b[None, :] - inter)


def boxes(count):
    corner = torch.randint(0, 400, (count, 2))
    return torch.cat([corner, corner + torch.randint(50, 400, (count, 2))], dim=1)


def get_inputs():
    return [boxes(FIRST), boxes(SECOND)]


def get_init_inputs():
    return []
