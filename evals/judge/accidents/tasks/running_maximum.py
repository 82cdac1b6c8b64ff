import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, COLS = 4096, 2048


class Model(nn.Module):
    """High-water mark of a level."""

    def forward(self, level):
        return torch.cummax(level, dim=1).values


def get_inputs():
    return [torch.rand(ROWS, COLS)]


def get_init_inputs():
    return []
