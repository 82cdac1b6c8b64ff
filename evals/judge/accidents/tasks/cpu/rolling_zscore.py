import torch
import torch.nn as nn


class Model(nn.Module):
    """Rolling z-score: each value against the mean and deviation of the window that ends at it, then affine."""

    def __init__(self, window, channels):
        super().__init__()
        self.window = window
        self.weight = nn.Parameter(torch.ones(channels))
        self.bias = nn.Parameter(torch.zeros(channels))

    def forward(self, x):
        win = x.unfold(2, self.window, 1)
        mean = win.mean(-1)
        var = (win - mean.unsqueeze(-1)).square().mean(-1)
        z = (x[..., self.window - 1:] - mean) / (var + 1e-4).sqrt()
        return z * self.weight.view(1, -1, 1) + self.bias.view(1, -1, 1)


def get_inputs():
    return [torch.randn(16, 4, 1500)]


def get_init_inputs():
    return [24, 4]
