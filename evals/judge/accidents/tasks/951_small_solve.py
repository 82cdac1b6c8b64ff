import torch
import torch.nn as nn


class Model(nn.Module):
    """Solves many small dense systems A x = b."""

    def __init__(self):
        super().__init__()

    def forward(self, a, b):
        return torch.linalg.solve(a, b.unsqueeze(-1)).squeeze(-1)


def get_inputs():
    a = 0.4 * torch.randn(4096, 6, 6) + 4.0 * torch.eye(6)
    return [a, torch.randn(4096, 6)]


def get_init_inputs():
    return []
