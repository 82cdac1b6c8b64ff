import torch
from torch import nn


class Model(nn.Module):
    """A scaled layer that also keeps a running covariance of what it sees, and counts its calls."""

    def __init__(self, features):
        super().__init__()
        self.scale = nn.Parameter(torch.rand(features) + 0.5)
        self.register_buffer("covariance", torch.eye(features))
        self.register_buffer("calls", torch.tensor(0))

    def forward(self, x):
        self.covariance.lerp_(x.t() @ x / len(x), 0.1)
        self.calls += 1
        return torch.relu(x * self.scale)


def get_inputs():
    return [torch.randn(256, 384)]


def get_init_inputs():
    return [384]
