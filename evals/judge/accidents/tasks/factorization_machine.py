import torch
import torch.nn as nn


class Model(nn.Module):
    """Factorization machine of degree two: linear part plus all pairwise interactions."""

    def __init__(self, features, factors):
        super().__init__()
        self.linear = nn.Linear(features, 1)
        self.v = nn.Parameter(torch.randn(features, factors) * 0.1)

    def forward(self, x):
        xv = x.unsqueeze(-1) * self.v
        pair = 0.5 * (xv.sum(1).square() - xv.square().sum(1)).sum(-1)
        return self.linear(x).squeeze(-1) + pair


def get_inputs():
    return [(torch.rand(512, 400) < 0.1).float()]


def get_init_inputs():
    return [400, 16]
