import torch
import torch.nn as nn
import torch.nn.functional as F

TOKENS, FEATURES = 128, 512


class Model(nn.Module):
    """RMS norm with a weight that starts at zero and counts from one."""

    def __init__(self, features):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(features))

    def forward(self, x):
        y = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6)
        return y * (1.0 + self.weight)


def get_inputs():
    return [torch.randn(TOKENS, FEATURES)]


def get_init_inputs():
    return [FEATURES]
