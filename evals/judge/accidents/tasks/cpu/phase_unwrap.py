import math

import torch
import torch.nn as nn


class Model(nn.Module):
    """Unwraps phase (rows, time) along time: jumps above pi get whole turns removed, a jump of exactly pi stays."""

    def __init__(self):
        super().__init__()

    @torch.no_grad()
    def forward(self, phase):
        d = torch.diff(phase, dim=1)
        turns = torch.ceil((d.abs() - math.pi) / (2 * math.pi)).clamp(min=0) * torch.sign(d)
        out = phase.clone()
        out[:, 1:] -= 2 * math.pi * torch.cumsum(turns, dim=1)
        return out


def get_inputs():
    rows, n = 64, 1024
    rate = 4.8 * torch.rand(rows, 1) - 2.4
    phase = rate * torch.arange(n) + 0.05 * torch.randn(rows, n)
    return [torch.atan2(torch.sin(phase), torch.cos(phase))]


def get_init_inputs():
    return []
