import torch
import torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    """Tail of a super-resolution network: bias, per-channel PReLU, pixel shuffle."""

    def __init__(self, channels=64, factor=2):
        super().__init__()
        self.factor = factor
        self.bias = nn.Parameter(torch.zeros(channels))
        self.slope = nn.Parameter(torch.full((channels,), 0.25))

    def forward(self, x):
        y = x + self.bias.view(1, -1, 1, 1)
        y = F.relu(y) - self.slope.view(1, -1, 1, 1) * F.relu(-y)
        return F.pixel_shuffle(y, self.factor)


def get_inputs():
    return [torch.randn(2, 64, 96, 96)]


def get_init_inputs():
    return [64, 2]
