import torch
import torch.nn as nn
import torch.nn.functional as F

BATCH, ROWS, INNER, COLS = 4, 32, 16, 24


class Model(nn.Module):
    """One matrix per sample."""

    def forward(self, x, w):
        return torch.bmm(x, w)


def get_inputs():
    return [torch.randn(BATCH, ROWS, INNER), torch.randn(INNER, COLS).expand(BATCH, INNER, COLS)]


def get_init_inputs():
    return []
