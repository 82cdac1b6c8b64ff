import torch
import torch.nn as nn
import torch.nn.functional as F

N, BINS = 20000, 64


class Model(nn.Module):
    """Counts over 64 bins of [0, 1]; what lies outside is not counted, 1 belongs to the last bin."""

    def __init__(self, bins):
        super().__init__()
        self.bins = bins

    def forward(self, x):
        return torch.histc(x, self.bins, 0.0, 1.0)


def get_inputs():
    return [torch.rand(N)]


def get_init_inputs():
    return [BINS]
