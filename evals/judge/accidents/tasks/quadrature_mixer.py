import math

import torch
import torch.nn as nn


class Model(nn.Module):
    """Mixes a block of a stream down to baseband: x[n] * exp(-2 pi i f n / rate),
    where start is the position of the block's first sample in the stream."""

    def __init__(self, freq=1000.0, rate=48000.0):
        super().__init__()
        self.freq = freq
        self.rate = rate

    def forward(self, x, start):
        n = torch.arange(x.shape[-1], dtype=torch.float64, device=x.device) + start
        angle = 2.0 * math.pi * torch.remainder(n * (self.freq / self.rate), 1.0)
        lo = torch.stack([torch.cos(angle), -torch.sin(angle)], dim=-1).to(x.dtype)
        return x.contiguous().unsqueeze(-1) * lo


def get_inputs():
    x = (torch.rand(96, 2048) - 0.5)
    start = int(torch.randint(0, 1000, (1,)))
    return [x, start]


def get_init_inputs():
    return [1000.0, 48000.0]
