import torch
import torch.nn as nn


class Model(nn.Module):
    """IoU matrix of rotated boxes (cx, cy, w, h, angle in radians)."""

    def __init__(self):
        super().__init__()

    @staticmethod
    def _clip(pts, axis, sign, limit):
        nxt = pts.roll(-1, dims=-2)
        p = pts[..., axis] * sign
        q = nxt[..., axis] * sign
        d = q - p
        t = torch.where(d == 0, torch.zeros_like(d), (limit - p) / torch.where(d == 0, torch.ones_like(d), d))
        cross = pts + t.clamp(0, 1).unsqueeze(-1) * (nxt - pts)
        out = torch.stack([pts, cross], dim=-2).flatten(-3, -2)
        cut = torch.minimum(out[..., axis] * sign, limit) * sign
        other = out[..., 1 - axis]
        return torch.stack([cut, other] if axis == 0 else [other, cut], dim=-1)

    def forward(self, a, b):
        rel = a[:, None, :2] - b[None, :, :2]
        cb, sb = torch.cos(b[:, 4]), torch.sin(b[:, 4])
        rx = rel[..., 0] * cb + rel[..., 1] * sb
        ry = rel[..., 1] * cb - rel[..., 0] * sb
        turn = a[:, None, 4] - b[None, :, 4]
        ct, st = torch.cos(turn).unsqueeze(-1), torch.sin(turn).unsqueeze(-1)
        lx = a[:, None, 2:3] * a.new_tensor([0.5, -0.5, -0.5, 0.5])
        ly = a[:, None, 3:4] * a.new_tensor([0.5, 0.5, -0.5, -0.5])
        pts = torch.stack([rx.unsqueeze(-1) + lx * ct - ly * st, ry.unsqueeze(-1) + lx * st + ly * ct], dim=-1)
        half_w = (b[:, 2] * 0.5).view(1, -1, 1)
        half_h = (b[:, 3] * 0.5).view(1, -1, 1)
        pts = self._clip(pts, 0, 1.0, half_w)
        pts = self._clip(pts, 0, -1.0, half_w)
        pts = self._clip(pts, 1, 1.0, half_h)
        pts = self._clip(pts, 1, -1.0, half_h)
        nxt = pts.roll(-1, dims=-2)
        inter = 0.5 * (pts[..., 0] * nxt[..., 1] - nxt[..., 0] * pts[..., 1]).sum(-1).abs()
        area_a = (a[:, 2] * a[:, 3]).unsqueeze(1)
        area_b = (b[:, 2] * b[:, 3]).unsqueeze(0)
        return inter / (area_a + area_b - inter).clamp(min=1e-9)


def get_inputs():
    def boxes(n):
        c = torch.rand(n, 2) * 100
        s = 8 + torch.rand(n, 2) * 32
        t = (torch.rand(n, 1) - 0.5) * 3.0
        return torch.cat([c, s, t], 1)

    return [boxes(40), boxes(40)]


def get_init_inputs():
    return []
