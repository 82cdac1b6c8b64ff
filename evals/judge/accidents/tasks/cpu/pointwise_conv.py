import torch
import torch.nn as nn
import torch.nn.functional as F

BATCH, CHANNELS, POINTS = 2, 32, 64


class Model(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv = nn.Conv1d(channels, channels, 1)

    def forward(self, x):
        return self.conv(x)


def get_inputs():
    return [torch.randn(BATCH, CHANNELS, POINTS)]


def get_init_inputs():
    return [CHANNELS]
