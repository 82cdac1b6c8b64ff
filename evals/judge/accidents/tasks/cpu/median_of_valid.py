import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, READINGS = 64, 33


class Model(nn.Module):
    """Median of the valid readings of each row (torch's: the lower of the middle two)."""

    def forward(self, x, valid):
        return torch.nanmedian(x.masked_fill(~valid, float("nan")), dim=1).values


def get_inputs():
    dropped = 2 * torch.randint(0, 8, (ROWS, 1))
    return [torch.randn(ROWS, READINGS), torch.rand(ROWS, READINGS).argsort(dim=1) >= dropped]


def get_init_inputs():
    return []
