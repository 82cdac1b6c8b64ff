import math

import torch
import torch.nn as nn


class Model(nn.Module):
    """Energy of the proper torsions of a molecule: k * (1 + cos(n * phi - phase)).

    pos [N, 3], quads [T, 4] atom indices, k, n, phase [T] -> [T].
    """

    def forward(self, pos, quads, k, n, phase):
        p0, p1, p2, p3 = pos[quads].unbind(1)
        b1, b2, b3 = p1 - p0, p2 - p1, p3 - p2
        n1 = torch.linalg.cross(b1, b2)
        n2 = torch.linalg.cross(b2, b3)
        y = torch.linalg.vector_norm(b2, dim=1) * (b1 * n2).sum(1)
        x = (n1 * n2).sum(1)
        phi = torch.atan2(y, x)
        return k * (1.0 + torch.cos(n * phi - phase))


def get_inputs():
    N, T = 2000, 5000
    pos = torch.cumsum(torch.randn(N, 3) * 0.8, dim=0)
    pos = pos - pos.mean(0)
    first = torch.randint(0, N - 3, (T, 1))
    quads = first + torch.arange(4)
    k = torch.rand(T) * 3.0
    n = torch.randint(1, 5, (T,))
    phase = torch.randint(0, 2, (T,)).float() * math.pi
    return [pos, quads, k, n, phase]


def get_init_inputs():
    return []
