import torch
import torch.nn as nn


class Model(nn.Module):
    """Z-score of each sample against the trailing window that ends at it."""

    def __init__(self, window, eps):
        super().__init__()
        self.window, self.eps = window, eps

    def forward(self, x):
        w = x.unfold(1, self.window, 1)
        w = w - w[..., :1]
        mean = w.mean(-1)
        std = w.var(-1, unbiased=False).sqrt()
        return (w[..., -1] - mean) / (std + self.eps)


def get_inputs():
    return [torch.randn(64, 1024)]


def get_init_inputs():
    return [32, 1e-3]
