import torch
import torch.nn as nn
import torch.nn.functional as F

N = 20000


class Model(nn.Module):
    """Brings a heading to [0, 360)."""

    def forward(self, angle):
        return torch.remainder(angle, 360.0)


def get_inputs():
    return [torch.rand(N) * 1000]


def get_init_inputs():
    return []
