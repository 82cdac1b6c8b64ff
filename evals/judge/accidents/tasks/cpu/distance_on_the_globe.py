import torch
import torch.nn as nn
import torch.nn.functional as F

PAIRS = 1000


class Model(nn.Module):
    """Distance in km between places given by latitude and longitude in degrees."""

    def forward(self, a, b):
        a, b = torch.deg2rad(a), torch.deg2rad(b)
        h = torch.sin((b[:, 0] - a[:, 0]) / 2) ** 2
        h = h + torch.cos(a[:, 0]) * torch.cos(b[:, 0]) * torch.sin((b[:, 1] - a[:, 1]) / 2) ** 2
        return 2 * 6371.0 * torch.asin(torch.sqrt(h))


def places(count):
    return torch.stack([torch.rand(count) * 60, torch.rand(count) * 40], dim=1)


def get_inputs():
    return [places(PAIRS), places(PAIRS) * torch.tensor([-1.0, 1.0]) - torch.tensor([10.0, 60.0])]


def get_init_inputs():
    return []
