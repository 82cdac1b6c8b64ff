import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, FEATURES, OUT = 256, 256, 256


class Model(nn.Module):
    """A linear layer without its pruned weights. Which weights are kept comes with the checkpoint."""

    def __init__(self, features, out):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(out, features) * features**-0.5)
        self.register_buffer("kept", torch.ones(out, features, dtype=torch.bool))

    def forward(self, x):
        return F.linear(x, self.weight * self.kept)


def get_inputs():
    return [torch.randn(ROWS, FEATURES)]


def get_init_inputs():
    return [FEATURES, OUT]
