import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, COLS = 8, 4096


class Model(nn.Module):
    """Byte offsets from sizes."""

    def forward(self, sizes):
        return torch.cumsum(sizes, dim=1)


def get_inputs():
    return [torch.randint(0, 64, (ROWS, COLS))]


def get_init_inputs():
    return []
