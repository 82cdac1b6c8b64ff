import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
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

    def build_filters(self):
        low = self.low_hz.abs() + 50.0
        high = (low + self.band_hz.abs() + 50.0).clamp(50.0, self.sample_rate / 2)
        t = 2 * math.pi * self.time
        inv = 1.0 / (high - low)
        s = torch.sin(torch.outer(torch.cat([high, low]), t))
        n = low.shape[0]
        left = (s[:n] - s[n:]) * (self.window / t) * inv[:, None]
        center = torch.ones_like(left[:, :1])
        return torch.cat([left, center, left.flip(1)], dim=1).unsqueeze(1)

    def forward(self, x):
        return F.conv1d(x, self.build_filters(), padding=self.padding)
