import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Per-row histogram over [lo, hi]; values outside are not counted, hi belongs to the last bin."""
    def __init__(self, bins, lo, hi):
        super().__init__()
        self.bins, self.lo, self.hi = bins, lo, hi

    def forward(self, x):
        i = ((x - self.lo) * (self.bins / (self.hi - self.lo))).floor().long().clamp(0, self.bins - 1)
        ok = ((x >= self.lo) & (x <= self.hi)).to(x.dtype)
        return x.new_zeros(x.shape[0], self.bins).scatter_add(1, i, ok)


def get_inputs():
    return [torch.rand(256, 2048)]


def get_init_inputs():
    return [64, 0.0, 1.0]
