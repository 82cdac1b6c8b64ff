import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, COLS = 64, 100


class Model(nn.Module):
    """Normal scores of p-values."""

    def forward(self, p):
        return 1.4142135623730951 * torch.erfinv(2 * p - 1)


def get_inputs():
    return [0.02 + 0.96 * torch.rand(ROWS, COLS)]


def get_init_inputs():
    return []
