import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """SincNet front end: learnable band-pass filters given by a low cutoff and a bandwidth."""

    def __init__(self, out_channels, kernel_size, sample_rate):
        super().__init__()
        self.sample_rate = sample_rate
        self.kernel_size = kernel_size
        self.padding = kernel_size // 2
        edges = torch.linspace(30.0, sample_rate / 2 - 150.0, out_channels + 1)
        self.low_hz = nn.Parameter(edges[:-1].clone())
        self.band_hz = nn.Parameter(edges.diff())
        half = (kernel_size - 1) // 2
        self.register_buffer("window", torch.hamming_window(kernel_size, periodic=False)[:half].clone())
        self.register_buffer("time", torch.arange(-half, 0.0) / sample_rate)

    def forward(self, x):
        low = 50.0 + self.low_hz.abs()
        high = (low + 50.0 + self.band_hz.abs()).clamp(50.0, self.sample_rate / 2)
        t = 2 * math.pi * self.time
        left = (torch.sin(high[:, None] * t) - torch.sin(low[:, None] * t)) / (t / 2) * self.window
        band = high - low
        center = 2 * band[:, None]
        filters = torch.cat([left, center, left.flip(1)], dim=1) / (2 * band[:, None])
        return F.conv1d(x, filters.unsqueeze(1), padding=self.padding)


def get_inputs():
    return [torch.randn(2, 1, 4000)]


def get_init_inputs():
    return [32, 65, 16000]
