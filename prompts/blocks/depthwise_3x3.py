"""A depthwise convolution, 3 x 3, with padding."""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv = nn.Conv2d(channels, channels, 3, padding=1, groups=channels)

    def forward(self, x):
        out = torch.empty_like(x)
        batch, channels, height, width = x.shape
        lib.depthwise_3x3(x, self.conv.weight, self.conv.bias, out, batch, channels, height, width)
        return out
