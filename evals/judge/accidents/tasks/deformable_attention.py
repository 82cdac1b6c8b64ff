import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Multi-scale deformable attention: value (b, s, heads, d), shapes (levels, 2) as (h, w),
    loc (b, q, heads, levels, points, 2) as (x, y) in units of the image, weight (b, q, heads, levels, points)."""

    def forward(self, value, shapes, loc, weight):
        b, _, heads, d = value.shape
        q, levels, points = loc.shape[1], loc.shape[3], loc.shape[4]
        sizes = shapes.tolist()
        parts = value.split([h * w for h, w in sizes], dim=1)
        grid = 2 * loc - 1
        sampled = []
        for i, (h, w) in enumerate(sizes):
            v = parts[i].flatten(2).transpose(1, 2).reshape(b * heads, d, h, w)
            g = grid[:, :, :, i].transpose(1, 2).flatten(0, 1)
            sampled.append(F.grid_sample(v, g, mode="bilinear", padding_mode="zeros", align_corners=False))
        weight = weight.transpose(1, 2).reshape(b * heads, 1, q, levels * points)
        out = (torch.stack(sampled, -2).flatten(-2) * weight).sum(-1)
        return out.view(b, heads * d, q).transpose(1, 2).contiguous()


def get_inputs():
    b, heads, d, q, levels, points = 1, 4, 16, 150, 2, 4
    shapes = torch.tensor([[24, 32], [12, 16]])
    value = torch.randn(b, 24 * 32 + 12 * 16, heads, d)
    centre = 0.2 + 0.6 * torch.rand(b, q, 1, 1, 1, 2)
    loc = centre + 0.1 * (2 * torch.rand(b, q, heads, levels, points, 2) - 1)
    weight = torch.softmax(torch.randn(b, q, heads, levels * points), -1).view(b, q, heads, levels, points)
    return [value, shapes, loc, weight]


def get_init_inputs():
    return []
