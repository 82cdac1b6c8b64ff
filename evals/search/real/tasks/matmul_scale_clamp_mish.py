"""A matrix product with an epilogue of several operators: scale, sum with its own sigmoid, clamp, and product with its mish."""

import torch
from torch import nn
from torch.nn import functional as F

ROWS = 448
FEATURES = 384
OUTPUTS = 832
SCALE = 1.5
LIMIT = 6.0


class Model(nn.Module):
    def __init__(self, features, outputs, scale, limit):
        super().__init__()
        self.linear = nn.Linear(features, outputs)
        self.scale = scale
        self.limit = limit

    def forward(self, x):
        y = self.linear(x) * self.scale
        y = y + torch.sigmoid(y)
        y = torch.clamp(y, -self.limit, self.limit)
        return y * F.mish(y)


def get_inputs():
    return [2.0 * torch.randn(ROWS, FEATURES)]


def get_init_inputs():
    return [FEATURES, OUTPUTS, SCALE, LIMIT]
