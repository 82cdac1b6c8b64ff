import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, COLS = 64, 512


class Model(nn.Module):
    """Steps of 1/16, ties to even, saturating."""

    def forward(self, x):
        return torch.clamp(torch.round(x * 16), -128, 127).to(torch.int8)


def get_inputs():
    return [torch.randn(ROWS, COLS)]


def get_init_inputs():
    return []
