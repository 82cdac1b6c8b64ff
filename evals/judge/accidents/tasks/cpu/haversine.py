import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Great-circle distance in metres; columns are latitude and longitude in radians."""
    def forward(self, a, b):
        d = (b - a) * 0.5
        h = torch.sin(d[:, 0]) ** 2 + torch.cos(a[:, 0]) * torch.cos(b[:, 0]) * torch.sin(d[:, 1]) ** 2
        return 2 * 6371008.8 * torch.asin(torch.sqrt(h.clamp(0, 1)))


def get_inputs():
    s = torch.tensor([2.4, 6.0])
    return [(torch.rand(60000, 2) - 0.5) * s, (torch.rand(60000, 2) - 0.5) * s]


def get_init_inputs():
    return []
