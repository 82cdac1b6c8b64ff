import torch
import torch.nn as nn


class Model(nn.Module):
    """Key points of heatmaps: the maximum, moved a quarter pixel toward the higher neighbor (inner pixels only)."""

    def __init__(self):
        super().__init__()

    def forward(self, heat):
        b, j, h, w = heat.shape
        flat = heat.reshape(b, j, h * w)
        score, idx = flat.max(dim=2)
        x = idx % w
        y = torch.div(idx, w, rounding_mode="floor")
        bi = torch.arange(b, device=heat.device).view(b, 1)
        ji = torch.arange(j, device=heat.device).view(1, j)
        xc = x.clamp(1, w - 2)
        yc = y.clamp(1, h - 2)
        dx = heat[bi, ji, y, xc + 1] - heat[bi, ji, y, xc - 1]
        dy = heat[bi, ji, yc + 1, x] - heat[bi, ji, yc - 1, x]
        inner = (x >= 1) & (x < w - 1) & (y >= 1) & (y < h - 1)
        shift = 0.25 * torch.sign(torch.stack([dx, dy], dim=-1)) * inner.unsqueeze(-1)
        return torch.stack([x, y], dim=-1).to(heat.dtype) + shift, score


def get_inputs():
    b, j, h, w = 8, 17, 64, 48
    cx = 5 + torch.rand(b, j, 1, 1) * (w - 11)
    cy = 5 + torch.rand(b, j, 1, 1) * (h - 11)
    xs = torch.arange(w).view(1, 1, 1, w)
    ys = torch.arange(h).view(1, 1, h, 1)
    heat = torch.exp(-((xs - cx) ** 2 + (ys - cy) ** 2) / 8.0) + 0.01 * torch.rand(b, j, h, w)
    return [heat]


def get_init_inputs():
    return []
