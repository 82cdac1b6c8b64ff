import torch
import torch.nn as nn


class Model(nn.Module):
    """Second order factorization machine on sparse features given as index and value."""

    def __init__(self, features, dim):
        super().__init__()
        self.bias = nn.Parameter(torch.zeros(1))
        self.linear = nn.Parameter(torch.randn(features) * 0.1)
        self.factor = nn.Parameter(torch.randn(features, dim) * 0.1)

    def forward(self, index, value):
        e = self.factor[index] * value.unsqueeze(-1)
        pair = 0.5 * (e.sum(dim=1) ** 2 - (e ** 2).sum(dim=1)).sum(dim=1)
        return self.bias + (self.linear[index] * value).sum(dim=1) + pair


valid = {"index": (0, 9999)}


def get_inputs():
    index = torch.randint(0, 10000, (512, 48))
    value = (torch.rand(512, 48) < 0.8).float()      # 0 for unused slots
    return [index, value]


def get_init_inputs():
    return [10000, 16]
