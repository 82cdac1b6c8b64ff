import torch
import torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    """Rigid landmark registration (Kabsch), then the transform applied to other points.

    A small ridge (mm^2) prefers the identity where landmarks leave the rotation open.
    """

    def __init__(self, ridge):
        super().__init__()
        self.ridge = ridge

    def forward(self, fixed, moving, points):
        out = []
        for f, m, p in zip(fixed, moving, points):
            cf, cm = f.mean(0), m.mean(0)
            h = (m - cm).T @ (f - cf) + self.ridge * torch.eye(3, dtype=f.dtype, device=f.device)
            u, s, vh = torch.linalg.svd(h)
            d = torch.where(torch.linalg.det(vh.T @ u.T) < 0, -1.0, 1.0)
            v = vh.T * torch.stack([torch.ones_like(d), torch.ones_like(d), d])
            rot = v @ u.T
            out.append((p - cm) @ rot.T + cf)
        return torch.stack(out)


def get_inputs():
    B, N = 48, 12
    moving = torch.randn(B, N, 3) * torch.tensor([60.0, 40.0, 50.0])
    q = torch.linalg.qr(torch.randn(B, 3, 3))[0]
    q = q * torch.sign(torch.linalg.det(q)).view(-1, 1, 1)
    fixed = moving @ q + torch.randn(B, 1, 3) * 20.0 + torch.randn(B, N, 3) * 0.5
    return [fixed, moving, torch.randn(B, 200, 3) * 50.0]


def get_init_inputs():
    return [1.0]
