import torch
import torch.nn as nn
import torch.nn.functional as F

BATCH, CHANNELS, SIDE = 2, 8, 16


class Model(nn.Module):
    """Learned upsampling by two, per channel, that starts as nearest neighbour."""

    def __init__(self, channels):
        super().__init__()
        self.up = nn.ConvTranspose2d(channels, channels, 2, stride=2, groups=channels, bias=False)
        nn.init.ones_(self.up.weight)

    def forward(self, x):
        return self.up(x)


def get_inputs():
    return [torch.randn(BATCH, CHANNELS, SIDE, SIDE)]


def get_init_inputs():
    return [CHANNELS]
