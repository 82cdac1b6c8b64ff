import torch
import torch.nn as nn
import torch.nn.functional as F

BATCH, FEATURES = 16, 64


class Model(nn.Module):
    """Subtracts a running mean, which each call first moves towards the batch."""

    def __init__(self, features):
        super().__init__()
        self.register_buffer("center", torch.zeros(features))

    def forward(self, x):
        self.center.mul_(0.9).add_(x.mean(0), alpha=0.1)
        return x - self.center


def get_inputs():
    return [torch.randn(BATCH, FEATURES)]


def get_init_inputs():
    return [FEATURES]
