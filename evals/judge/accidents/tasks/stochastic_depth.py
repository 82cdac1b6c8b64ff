import torch
import torch.nn as nn
import torch.nn.functional as F

TOKENS, FEATURES = 4096, 1024


class Model(nn.Module):
    """Residual branch with a survival rate, used at inference as its expectation; the rate is set by a schedule."""

    def __init__(self, features):
        super().__init__()
        self.lin = nn.Linear(features, features)
        self.register_buffer("rate", torch.ones(()))

    def forward(self, x):
        return x + self.rate * torch.tanh(self.lin(x))


def get_inputs():
    return [torch.randn(TOKENS, FEATURES)]


def get_init_inputs():
    return [FEATURES]
