import math

import torch
import torch.nn as nn


class Model(nn.Module):
    """Polynomial interpolation on [-1, 1] from values at the Chebyshev points of the second kind.

    Queries outside the interval are moved to its ends.
    """

    def __init__(self, degree=16):
        super().__init__()
        j = torch.arange(degree + 1, dtype=torch.float64)
        nodes = torch.sin(math.pi * (2 * j - degree) / (2 * degree))
        weights = 1.0 - 2.0 * (j % 2)
        weights[0] *= 0.5
        weights[-1] *= 0.5
        self.register_buffer("nodes", nodes.float())
        self.register_buffer("weights", weights.float())

    def forward(self, values, x):
        x = x.clamp(-1.0, 1.0)
        num = torch.zeros(values.shape[0], x.shape[0], dtype=values.dtype, device=x.device)
        den = torch.zeros_like(x)
        for j in range(self.nodes.shape[0]):
            c = self.weights[j] / (x - self.nodes[j])
            num = num + values[:, j:j + 1] * c
            den = den + c
        out = num / den
        for j in range(self.nodes.shape[0]):
            out = torch.where(x == self.nodes[j], values[:, j:j + 1], out)
        return out


def get_inputs():
    return [torch.randn(64, 17), torch.rand(1024) * 2 - 1]


def get_init_inputs():
    return []
