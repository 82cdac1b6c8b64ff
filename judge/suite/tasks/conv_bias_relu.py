"""A 3 x 3 convolution with bias and padding, then ReLU."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, 3, padding=1)

    def forward(self, x):
        return torch.relu(self.conv(x))


def get_inputs():
    return [torch.rand(8, 16, 64, 64)]


def get_init_inputs():
    return [16, 32]
