import torch
import torch.nn as nn
import torch.nn.functional as F

BATCH, CHANNELS, SIDE = 2, 8, 28


class Model(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.act = nn.PReLU(channels)

    def forward(self, x):
        return self.act(x)


def get_inputs():
    return [torch.randn(BATCH, CHANNELS, SIDE, SIDE)]


def get_init_inputs():
    return [CHANNELS]
