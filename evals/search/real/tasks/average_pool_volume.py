"""Average pooling of volumes with overlapping windows: each input is read by up to eight windows."""

import torch
from torch import nn

BATCH = 3
CHANNELS = 20
DEPTH = 36
HEIGHT = 44
WIDTH = 52
WINDOW = 3
STRIDE = 2


class Model(nn.Module):
    def __init__(self, window, stride):
        super().__init__()
        self.pool = nn.AvgPool3d(window, stride=stride, padding=1)

    def forward(self, x):
        return self.pool(x)


def get_inputs():
    return [torch.randn(BATCH, CHANNELS, DEPTH, HEIGHT, WIDTH)]


def get_init_inputs():
    return [WINDOW, STRIDE]
