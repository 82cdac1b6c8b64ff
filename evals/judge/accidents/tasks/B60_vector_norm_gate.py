import torch
import torch.nn as nn


class Model(nn.Module):
    """Equivariant gate: unit vectors scaled by a gate computed from their norms."""

    def __init__(self, channels):
        super().__init__()
        self.gate = nn.Linear(channels, channels)
        self.eps = 1e-10

    def forward(self, v):
        # v: (nodes, 3, channels)
        norm = torch.sqrt((v ** 2).sum(dim=1))
        g = torch.sigmoid(self.gate(norm))
        unit = v / (norm + self.eps).unsqueeze(1)
        return unit * g.unsqueeze(1)


def get_inputs():
    return [torch.randn(4000, 3, 64)]


def get_init_inputs():
    return [64]
