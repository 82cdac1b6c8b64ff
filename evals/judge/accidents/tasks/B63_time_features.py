import math
import torch
import torch.nn as nn


class Model(nn.Module):
    """Harmonics of the time of day and of the time of year for a weather model; seconds are integers."""

    def __init__(self, harmonics):
        super().__init__()
        self.harmonics = harmonics

    def forward(self, seconds):
        day = (seconds % 86400).float() / 86400.0
        year = (seconds % 31556952).float() / 31556952.0
        feats = []
        for frac in (day, year):
            for k in range(1, self.harmonics + 1):
                feats.append(torch.sin(frac * (2.0 * math.pi * k)))
                feats.append(torch.cos(frac * (2.0 * math.pi * k)))
        return torch.stack(feats, dim=-1)


def get_inputs():
    # seconds since the start of a seasonal run
    return [torch.randint(0, 16000000, (64, 512))]


def get_init_inputs():
    return [8]
