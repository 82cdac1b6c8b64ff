"""Root-mean-square normalization in training: a call is forward and backward, and the gradients of x and of the scale are checked too."""

import torch
from torch import nn

ROWS = 512
FEATURES = 1024
EPSILON = 1e-6

backward = True


class Model(nn.Module):
    def __init__(self, features, epsilon):
        super().__init__()
        self.epsilon = epsilon
        self.weight = nn.Parameter(1.0 + 0.2 * torch.randn(features))

    def forward(self, x):
        mean_square = x.pow(2).mean(dim=-1, keepdim=True)
        return x * torch.rsqrt(mean_square + self.epsilon) * self.weight


def get_inputs():
    return [torch.randn(ROWS, FEATURES)]


def get_init_inputs():
    return [FEATURES, EPSILON]
