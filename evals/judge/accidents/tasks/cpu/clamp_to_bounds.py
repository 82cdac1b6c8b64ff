import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, COLS = 64, 256


class Model(nn.Module):
    """Limits of each column; where they cross the upper one counts."""

    def forward(self, x, low, high):
        return torch.clamp(x, min=low, max=high)


def get_inputs():
    return [torch.randn(ROWS, COLS), -torch.rand(COLS), torch.rand(COLS)]


def get_init_inputs():
    return []
