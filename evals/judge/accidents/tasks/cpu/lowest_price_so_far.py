import torch
import torch.nn as nn
import torch.nn.functional as F

STOCKS, DAYS = 16, 512


class Model(nn.Module):
    """Lowest price so far and the day it was last seen."""

    def forward(self, prices):
        low, day = torch.cummin(prices, dim=1)
        return low, day


def get_inputs():
    return [100 + torch.randn(STOCKS, DAYS)]


def get_init_inputs():
    return []
