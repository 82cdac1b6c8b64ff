import math
import torch
import torch.nn as nn


class Model(nn.Module):
    """p, q (B, N, 3) -> p moved rigidly onto q in the least squares sense (B, N, 3)."""

    def __init__(self):
        super().__init__()

    def forward(self, p, q):
        out = []
        for a, b in zip(p, q):
            ca, cb = a.mean(0), b.mean(0)
            u, s, vt = torch.linalg.svd((a - ca).t() @ (b - cb))
            d = torch.sign(torch.det(u @ vt))
            u = torch.cat([u[:, :2], u[:, 2:] * d], dim=1)
            out.append((a - ca) @ (u @ vt) + cb)
        return torch.stack(out)


def get_inputs():
    p = torch.randn(96, 40, 3) * torch.tensor([6.0, 3.5, 1.5])
    r, _ = torch.linalg.qr(torch.randn(96, 3, 3))
    r = r * torch.sign(torch.det(r))[:, None, None]
    return [p, p @ r + 0.1 * torch.randn(96, 40, 3) + torch.randn(96, 1, 3)]


def get_init_inputs():
    return []
