import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, COLS = 64, 512


class Model(nn.Module):
    """Symmetric int8 per row: codes and scales."""

    def forward(self, x):
        scale = x.abs().amax(1, keepdim=True).clamp(min=1e-8) / 127
        return torch.round(x / scale).clamp(-127, 127) * 1.0, scale


def get_inputs():
    return [torch.randn(ROWS, COLS)]


def get_init_inputs():
    return []
