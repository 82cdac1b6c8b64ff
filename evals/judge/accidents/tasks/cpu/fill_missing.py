import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, COLS = 64, 256


class Model(nn.Module):
    """Missing values (NaN) are replaced by the column's default."""

    def forward(self, x, default):
        return torch.where(torch.isnan(x), default, x)


def get_inputs():
    x = torch.randn(ROWS, COLS)
    x[torch.rand(ROWS, COLS) > 0.9] = float("nan")
    return [x, torch.randn(COLS)]


def get_init_inputs():
    return []
