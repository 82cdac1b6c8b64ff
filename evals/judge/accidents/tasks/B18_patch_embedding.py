import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Overlapping patches of every channel -> linear embedding + position."""

    def __init__(self, seq=336, patch=16, stride=8, d=64):
        super().__init__()
        self.patch, self.stride = patch, stride
        self.n = (seq - patch) // stride + 1
        self.proj = nn.Linear(patch, d)
        self.pos = nn.Parameter(0.02 * torch.randn(self.n, d))

    def forward(self, x):
        p = x.unfold(-1, self.patch, self.stride)
        return self.proj(p) + self.pos


def get_inputs():
    return [torch.randn(32, 21, 336)]


def get_init_inputs():
    return [336, 16, 8, 64]
