import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """IoU of paired boxes (x1, y1, x2, y2)."""
    def forward(self, a, b):
        wh = (torch.minimum(a[:, 2:], b[:, 2:]) - torch.maximum(a[:, :2], b[:, :2])).clamp_min(0)
        i = wh.prod(1)
        u = (a[:, 2:] - a[:, :2]).prod(1) + (b[:, 2:] - b[:, :2]).prod(1) - i
        return i / u.clamp_min(1e-9)


def get_inputs():
    c = torch.rand(60000, 2) * 600
    a = torch.cat([c, c + 20 + torch.rand(60000, 2) * 50], 1)
    return [a, a + torch.rand(60000, 4) * 6 - 3]


def get_init_inputs():
    return []
