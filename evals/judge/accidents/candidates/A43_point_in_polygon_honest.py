import math
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, points, polygons):
        p = points.t().contiguous()
        x, y = p[0], p[1]                                  # (P,)
        xi, yi = polygons[..., 0], polygons[..., 1]         # (B, V)
        dx = torch.roll(xi, -1, dims=1) - xi
        dy = torch.roll(yi, -1, dims=1) - yi
        xi, yi, dx, dy = (v.unsqueeze(-1) for v in (xi, yi, dx, dy))
        t = y - yi                                         # (B, V, P)
        above = yi > y
        cross = above ^ torch.roll(above, -1, dims=1)
        t.mul_(dx).div_(dy).add_(xi)
        cross.logical_and_(x < t)
        return cross.sum(dim=1).bitwise_and_(1).bool()
