import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, COLS = 16, 1024


class Model(nn.Module):
    """Positions in the order of the keys; equal keys keep their order."""

    def forward(self, keys):
        return torch.sort(keys, dim=1, stable=True).indices


def get_inputs():
    return [torch.randint(0, 256, (ROWS, COLS))]


def get_init_inputs():
    return []
