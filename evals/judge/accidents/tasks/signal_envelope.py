import math

import torch
import torch.nn as nn


class Model(nn.Module):
    """Amplitude envelope of real signals x [B, N]: modulus of the analytic signal."""

    def forward(self, x):
        n = x.size(-1)
        h = torch.zeros(n, dtype=x.dtype, device=x.device)
        h[0] = 1.0
        h[1:(n + 1) // 2] = 2.0
        if n % 2 == 0:
            h[n // 2] = 1.0
        return torch.fft.ifft(torch.fft.fft(x) * h).abs()


def get_inputs():
    B, N = 32, 1024
    t = torch.arange(N) * (2.0 * math.pi / N)
    carrier = torch.randint(60, 160, (B, 1))
    slow = torch.randint(2, 9, (B, 1))
    depth = torch.rand(B, 1) * 0.6
    shift = torch.rand(B, 1) * 2.0 * math.pi
    x = (1.0 + depth * torch.cos(slow * t)) * torch.cos(carrier * t + shift)
    return [x * (torch.rand(B, 1) + 0.5)]


def get_init_inputs():
    return []
