import torch
import torch.nn as nn


class Model(nn.Module):
    """Uniform Laplacian smoothing: each vertex moves towards the mean of its neighbours.

    faces (f, 3) may end in rows of -1 (padding). A vertex without neighbours stays.
    """

    def __init__(self, steps=3):
        super().__init__()
        self.steps = steps

    def forward(self, verts, faces, rate):
        faces = faces[(faces >= 0).all(1)]
        edges = torch.cat([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
        edges = edges[edges[:, 0] != edges[:, 1]]
        edges = torch.unique(edges.sort(1).values, dim=0)
        a = torch.cat([edges[:, 0], edges[:, 1]])
        b = torch.cat([edges[:, 1], edges[:, 0]])
        degree = torch.zeros(len(verts), 1, dtype=verts.dtype, device=verts.device)
        degree.index_add_(0, a, torch.ones(len(a), 1, dtype=verts.dtype, device=verts.device))
        for _ in range(self.steps):
            total = torch.zeros_like(verts).index_add_(0, a, verts[b])
            mean = torch.where(degree > 0, total / degree.clamp(min=1), verts)
            verts = verts + rate * (mean - verts)
        return verts


def get_inputs():
    n, m = 40, 30
    i, j = torch.meshgrid(torch.arange(n), torch.arange(m), indexing="ij")
    u = i.reshape(-1) * (6.2831853 / n)
    v = j.reshape(-1) * (6.2831853 / m)
    ring = 2 + 0.7 * torch.cos(v)
    verts = torch.stack([ring * torch.cos(u), ring * torch.sin(u), 0.7 * torch.sin(v)], 1)
    verts = verts + 0.05 * torch.randn(n * m, 3)
    a = (i * m + j).reshape(-1)
    b = ((i + 1) % n * m + j).reshape(-1)
    c = ((i + 1) % n * m + (j + 1) % m).reshape(-1)
    d = (i * m + (j + 1) % m).reshape(-1)
    faces = torch.cat([torch.stack([a, b, c], 1), torch.stack([a, c, d], 1)])
    perm = torch.randperm(n * m)
    out = torch.empty_like(verts)
    out[perm] = verts
    faces = torch.cat([perm[faces], torch.full((100, 3), -1)])
    return [out, faces, 0.5]


def get_init_inputs():
    return []
