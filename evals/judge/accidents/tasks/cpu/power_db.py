import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Power spectrogram to decibels, floor at top_db below each clip's own peak."""
    def __init__(self, top_db):
        super().__init__()
        self.top_db = top_db

    def forward(self, s):
        d = 10.0 * torch.log10(s.clamp_min(1e-10))
        return torch.maximum(d, d.amax((1, 2), keepdim=True) - self.top_db)


def get_inputs():
    return [torch.randn(16, 128, 256) ** 2 + 1e-3]


def get_init_inputs():
    return [80.0]
