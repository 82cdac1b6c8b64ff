import torch
import torch.nn as nn


class Model(nn.Module):
    """Gravity of N bodies on each other, Plummer softening, G = 1.

    pos [N, 3], mass [N], softening a number >= 0 -> acceleration [N, 3].
    """

    def forward(self, pos, mass, softening):
        delta = pos[None, :, :] - pos[:, None, :]
        d2 = delta.square().sum(-1) + softening * softening
        inv = torch.where(d2 > 0, d2.pow(-1.5), torch.zeros_like(d2))
        return ((mass * inv)[:, :, None] * delta).sum(1)


def get_inputs():
    N = 384
    pos = torch.randn(N, 3)
    mass = (torch.rand(N) + 0.5) / N
    return [pos, mass, 0.05]


def get_init_inputs():
    return []
