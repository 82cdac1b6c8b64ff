import torch
import torch.nn as nn
import torch.nn.functional as F

TOKENS, FEATURES, RANK = 64, 64, 4


class Model(nn.Module):
    """A linear layer with a low-rank adapter, which starts at zero."""

    def __init__(self, features, rank):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(features, features) * features**-0.5)
        self.down = nn.Parameter(torch.randn(rank, features) * features**-0.5)
        self.up = nn.Parameter(torch.zeros(features, rank))
        self.scale = 2.0

    def forward(self, x):
        return F.linear(x, self.weight) + self.scale * F.linear(F.linear(x, self.down), self.up)


def get_inputs():
    return [torch.randn(TOKENS, FEATURES)]


def get_init_inputs():
    return [FEATURES, RANK]
