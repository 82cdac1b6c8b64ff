"""How many of 16 million values lie in each of four bins."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        low, high = x < 0.5, (x < 0.25) | (x >= 0.75)
        masks = [low & high, low & ~high, ~low & ~high, ~low & high]
        return torch.stack([mask.sum() for mask in masks]).to(x.dtype)


def get_inputs():
    return [torch.rand(2048, 8192)]


def get_init_inputs():
    return []
