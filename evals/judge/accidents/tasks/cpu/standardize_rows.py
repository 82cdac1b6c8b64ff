import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, COLS = 4, 32768


class Model(nn.Module):
    """z-score with the population standard deviation."""

    def forward(self, x):
        return (x - x.mean(1, keepdim=True)) / x.std(1, unbiased=False, keepdim=True)


def get_inputs():
    return [torch.randn(ROWS, COLS)]


def get_init_inputs():
    return []
