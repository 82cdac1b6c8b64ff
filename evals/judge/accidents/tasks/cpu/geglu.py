import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """GEGLU: projection to twice the width, then value * gelu(gate)."""

    def __init__(self, dim, hidden):
        super().__init__()
        self.proj = nn.Linear(dim, 2 * hidden)

    def forward(self, x):
        value, gate = self.proj(x).chunk(2, dim=-1)
        return value * F.gelu(gate)


def get_inputs():
    return [torch.randn(2, 196, 96)]


def get_init_inputs():
    return [96, 192]
