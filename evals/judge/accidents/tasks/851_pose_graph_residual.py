import torch
import torch.nn as nn


class Model(nn.Module):
    """Weighted rotation residuals log(Rij^T Ri^T Rj) of a pose graph."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.tensor([1.0, 0.8, 1.2]))

    def forward(self, ri, rj, rij):
        m = rij.transpose(-1, -2) @ (ri.transpose(-1, -2) @ rj)
        vee = torch.stack([m[:, 2, 1] - m[:, 1, 2], m[:, 0, 2] - m[:, 2, 0], m[:, 1, 0] - m[:, 0, 1]], -1) / 2
        s = vee.norm(dim=-1)
        c = (m.diagonal(dim1=-2, dim2=-1).sum(-1) - 1) / 2
        theta = torch.atan2(s, c)
        scale = torch.where(s > 1e-7, theta / s.clamp_min(1e-7), torch.ones_like(s))
        return self.weight * vee * scale.unsqueeze(-1)


def rotations(n, low, high):
    axis = nn.functional.normalize(torch.randn(n, 3, dtype=torch.float64), dim=-1)
    w = axis * (low + (high - low) * torch.rand(n, 1, dtype=torch.float64))
    k = torch.zeros(n, 3, 3, dtype=torch.float64)
    k[:, 2, 1], k[:, 1, 2], k[:, 0, 2] = w[:, 0], -w[:, 0], w[:, 1]
    k[:, 2, 0], k[:, 1, 0], k[:, 0, 1] = -w[:, 1], w[:, 2], -w[:, 2]
    return torch.linalg.matrix_exp(k)


def get_inputs():
    n = 20000
    ri, rij = rotations(n, 0.0, 3.0), rotations(n, 0.0, 3.0)
    rj = ri @ rij @ rotations(n, 0.5, 2.5)
    return [ri.float(), rj.float(), rij.float()]


def get_init_inputs():
    return []
