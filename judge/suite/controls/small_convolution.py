"""A small convolution with what follows in place.

task: small_convolution
targets: cuda, cpu
"""

from torch import nn


class ModelNew(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv = nn.Conv2d(channels, channels, 3, padding=1)

    def forward(self, x):
        return self.conv(x).relu_().add_(0.1)
