import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, COLS = 64, 120


class Model(nn.Module):
    """Rescales every row to the range from 0 to 1."""

    def forward(self, x):
        low, high = torch.aminmax(x, dim=1, keepdim=True)
        return (x - low) / (high - low)


def get_inputs():
    return [torch.randn(ROWS, COLS)]


def get_init_inputs():
    return []
