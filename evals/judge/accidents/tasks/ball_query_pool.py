import torch
import torch.nn as nn


class Model(nn.Module):
    """For each center: maximum of the features of the first k points (in order) within the radius; 0 if none."""

    def __init__(self, radius, k):
        super().__init__()
        self.radius = radius
        self.k = k

    def forward(self, xyz, centers, feats):
        d2 = ((centers.unsqueeze(2) - xyz.unsqueeze(1)) ** 2).sum(-1)
        inside = d2 < self.radius**2
        taken = inside & (inside.cumsum(2) <= self.k)
        f = feats.unsqueeze(2).masked_fill(~taken.unsqueeze(1), float("-inf")).amax(3)
        return f.masked_fill(~inside.any(2).unsqueeze(1), 0.0)


def get_inputs():
    b, n, m, c = 2, 512, 64, 16
    xyz = torch.rand(b, n, 3)
    pick = torch.stack([torch.randperm(n)[:m] for _ in range(b)])
    centers = torch.gather(xyz, 1, pick.unsqueeze(-1).expand(-1, -1, 3))
    return [xyz, centers, torch.randn(b, c, n)]


def get_init_inputs():
    return [0.12, 16]
