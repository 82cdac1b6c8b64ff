import torch
import torch.nn as nn
import torch.nn.functional as F

BATCH, CHANNELS, SIDE, GROUPS = 16, 64, 56, 8


class Model(nn.Module):
    def __init__(self, groups, channels):
        super().__init__()
        self.norm = nn.GroupNorm(groups, channels)

    def forward(self, x):
        return self.norm(x)


def get_inputs():
    return [torch.randn(BATCH, CHANNELS, SIDE, SIDE)]


def get_init_inputs():
    return [GROUPS, CHANNELS]
