import torch
import torch.nn as nn
import torch.nn.functional as F

TOKENS, FEATURES = 64, 128


class Model(nn.Module):
    """The block's output is added to the residual stream in place; its normed value is returned."""

    def __init__(self, features):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(features))

    def forward(self, x, residual):
        residual.add_(x)
        return residual * torch.rsqrt(residual.pow(2).mean(-1, keepdim=True) + 1e-6) * self.weight


def get_inputs():
    return [torch.randn(TOKENS, FEATURES), torch.randn(TOKENS, FEATURES)]


def get_init_inputs():
    return [FEATURES]
