import torch
import torch.nn as nn


class Model(nn.Module):
    """Cotangent Laplacian of a triangle mesh applied to per-vertex signals."""

    def __init__(self):
        super().__init__()

    def forward(self, verts, faces, signal):
        out = torch.zeros_like(signal)
        a, b, c = verts[faces[:, 0]], verts[faces[:, 1]], verts[faces[:, 2]]
        area2 = torch.linalg.cross(b - a, c - a).norm(dim=1).clamp_min(1e-8)
        for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
            p = verts[faces[:, k]]
            u, v = verts[faces[:, i]] - p, verts[faces[:, j]] - p
            w = (0.5 * (u * v).sum(1) / area2).unsqueeze(1)      # half cotangent at k weighs edge i-j
            diff = w * (signal[faces[:, j]] - signal[faces[:, i]])
            out.index_add_(0, faces[:, i], diff)
            out.index_add_(0, faces[:, j], -diff)
        return out


def get_inputs():
    n = 48
    row = torch.arange(n).repeat_interleave(n).float()
    col = torch.arange(n).repeat(n).float()
    verts = torch.stack([col + 0.5 * (row % 2), 0.8660254 * row, torch.zeros(n * n)], 1)
    verts = verts + 0.03 * torch.randn(n * n, 3)
    r, c = torch.meshgrid(torch.arange(n - 1), torch.arange(n - 1), indexing="ij")
    r, c = r.reshape(-1), c.reshape(-1)
    p00, p01, p10, p11 = r * n + c, r * n + c + 1, (r + 1) * n + c, (r + 1) * n + c + 1
    even = (r % 2 == 0)
    t1 = torch.where(even[:, None], torch.stack([p00, p01, p10], 1), torch.stack([p00, p11, p10], 1))
    t2 = torch.where(even[:, None], torch.stack([p01, p11, p10], 1), torch.stack([p00, p01, p11], 1))
    return [verts, torch.cat([t1, t2]), torch.randn(n * n, 8)]


def get_init_inputs():
    return []
