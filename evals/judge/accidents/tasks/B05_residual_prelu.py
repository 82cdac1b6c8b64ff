import torch
import torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    """Tail of a V-Net stage: channel bias, residual addition, PReLU per channel."""

    def __init__(self, channels):
        super().__init__()
        self.bias = nn.Parameter(torch.randn(channels) * 0.1)
        self.act = nn.PReLU(channels)

    def forward(self, x, skip):
        h = x + self.bias.view(1, -1, 1, 1, 1)
        h = h + skip
        return self.act(h)


def get_inputs():
    return [torch.randn(1, 32, 24, 40, 40), torch.randn(1, 32, 24, 40, 40)]


def get_init_inputs():
    return [32]
