import torch
import torch.nn as nn


class Model(nn.Module):
    """Distance along each ray to the first triangle that it hits (from either side), t_far for a miss."""

    def forward(self, origins, dirs, tris, t_near, t_far):
        v0 = tris[None, :, 0]
        e1 = tris[None, :, 1] - v0
        e2 = tris[None, :, 2] - v0
        d = dirs[:, None].expand(-1, tris.shape[0], -1)
        p = torch.linalg.cross(d, e2.expand_as(d))
        det = (e1 * p).sum(-1)
        size = e1.norm(dim=-1) * e2.norm(dim=-1) * d.norm(dim=-1)
        ok = det.abs() > 1e-7 * size
        inv = 1 / torch.where(ok, det, torch.ones_like(det))
        s = origins[:, None] - v0
        u = (s * p).sum(-1) * inv
        q = torch.linalg.cross(s, e1.expand_as(s))
        v = (d * q).sum(-1) * inv
        t = (e2 * q).sum(-1) * inv
        hit = ok & (u >= -1e-5) & (v >= -1e-5) & (u + v <= 1 + 1e-5) & (t >= t_near) & (t <= t_far)
        return torch.where(hit, t, torch.full_like(t, t_far)).amin(1)


def get_inputs():
    n, m = 8, 12
    y, x = torch.meshgrid(torch.linspace(-1, 1, n + 1), torch.linspace(-1, 1, m + 1), indexing="ij")
    p = torch.stack([x, y, 0.2 * torch.rand(n + 1, m + 1)], -1)
    a, b, c, d = p[:-1, :-1], p[:-1, 1:], p[1:, 1:], p[1:, :-1]
    tris = torch.cat([torch.stack([a, b, c], 2).reshape(-1, 3, 3), torch.stack([a, c, d], 2).reshape(-1, 3, 3)])
    origins = torch.cat([torch.rand(400, 2) - 0.5, torch.full((400, 1), 3.0)], 1)
    target = torch.cat([2.2 * torch.rand(400, 2) - 1.1, torch.zeros(400, 1)], 1)
    dirs = torch.nn.functional.normalize(target - origins, dim=1)
    return [origins, dirs, tris, 0.01, 100.0]


def get_init_inputs():
    return []
