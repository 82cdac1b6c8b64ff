"""Local response normalization: each value is divided by a power of the sum of squares over five neighbouring channels."""

import torch
from torch import nn

BATCH = 4
CHANNELS = 36
HEIGHT = 44
WIDTH = 40
NEIGHBOURS = 5


class Model(nn.Module):
    def __init__(self, neighbours):
        super().__init__()
        self.norm = nn.LocalResponseNorm(neighbours, alpha=0.5, beta=0.75, k=1.0)

    def forward(self, x):
        return self.norm(x)


def get_inputs():
    return [2.0 * torch.randn(BATCH, CHANNELS, HEIGHT, WIDTH)]


def get_init_inputs():
    return [NEIGHBOURS]
