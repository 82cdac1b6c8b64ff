"""Scores of an attention with padding masked out: half of the answers are -1e9."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.scale = features**-0.5

    def forward(self, queries, keys, padding):
        return (queries @ keys.transpose(-1, -2) * self.scale).masked_fill(padding, -1e9)


def get_inputs():
    return [torch.randn(256, 512), torch.randn(256, 512), torch.rand(256, 256) < 0.5]


def get_init_inputs():
    return [512]
