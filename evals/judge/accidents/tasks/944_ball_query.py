import torch
import torch.nn as nn


class Model(nn.Module):
    """First k points (by index) within a radius of each centre, and their offsets.
    Short rows repeat their first neighbour; a centre without neighbours has index -1 and zero offsets."""

    def __init__(self, radius, k):
        super().__init__()
        self.radius = radius
        self.k = k

    def forward(self, points, centers):
        n = points.shape[1]
        dx = centers[:, :, None, 0] - points[:, None, :, 0]
        dy = centers[:, :, None, 1] - points[:, None, :, 1]
        dz = centers[:, :, None, 2] - points[:, None, :, 2]
        d2 = dx * dx + dy * dy + dz * dz
        order = torch.arange(n, device=points.device).expand(d2.shape)
        order = torch.where(d2 <= self.radius ** 2, order, torch.full_like(order, n))
        idx = order.topk(self.k, dim=-1, largest=False, sorted=True).values
        first = idx[..., :1]
        idx = torch.where(idx == n, first, idx)
        idx = torch.where(idx == n, torch.full_like(idx, -1), idx)
        b, m, k = idx.shape
        flat = idx.clamp(min=0).reshape(b, m * k, 1).expand(-1, -1, 3)
        near = points.gather(1, flat).reshape(b, m, k, 3) - centers[:, :, None, :]
        near = torch.where((idx >= 0).unsqueeze(-1), near, torch.zeros_like(near))
        return near, idx


def get_inputs():
    points = torch.rand(2, 1024, 3)
    pick = torch.stack([torch.randperm(1024)[:96] for _ in range(2)])
    centers = points.gather(1, pick.unsqueeze(-1).expand(-1, -1, 3))
    return [points, centers]


def get_init_inputs():
    return [0.2, 16]
