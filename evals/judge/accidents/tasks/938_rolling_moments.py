import torch
import torch.nn as nn


class Model(nn.Module):
    """Rolling mean and sample standard deviation."""

    def __init__(self, window):
        super().__init__()
        self.window = window

    def forward(self, x):
        w = x.unfold(1, self.window, 1)
        return w.mean(dim=-1), w.std(dim=-1)


def get_inputs():
    return [torch.randn(32, 1024) * 1.2 + 0.05]      # daily returns in percent


def get_init_inputs():
    return [20]
