"""A chain that is long in every eighth column and short in the others."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        long = torch.arange(x.shape[1], device=x.device) % 8 == 0
        for step in range(64):
            following = torch.rsqrt(1 + x * x)
            x = following if step < 2 else torch.where(long, following, x)
        return x


def get_inputs():
    return [torch.rand(1024, 8192)]


def get_init_inputs():
    return []
