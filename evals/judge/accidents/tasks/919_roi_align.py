import torch
import torch.nn as nn


class Model(nn.Module):
    """RoIAlign (aligned=True, average) on one feature level."""

    def __init__(self, output_size=7, spatial_scale=0.25, sampling_ratio=2):
        super().__init__()
        self.output_size = output_size
        self.spatial_scale = spatial_scale
        self.sampling_ratio = sampling_ratio

    def coords(self, lo, hi):
        P, S = self.output_size, self.sampling_ratio
        lo = lo * self.spatial_scale - 0.5
        hi = hi * self.spatial_scale - 0.5
        step = (torch.arange(P * S, device=lo.device, dtype=lo.dtype) + 0.5) / S
        return lo[:, None] + step[None, :] * ((hi - lo) / P)[:, None]

    def axis(self, p, n):
        ok = (p >= -1) & (p <= n)
        p = torch.where(ok, p, torch.zeros_like(p)).clamp(min=0)
        i0 = p.long().clamp(max=n - 1)
        p = torch.where(i0 >= n - 1, torch.full_like(p, n - 1), p)
        i1 = (i0 + 1).clamp(max=n - 1)
        return ok, i0, i1, p - i0

    def forward(self, feat, boxes, batch_idx):
        B, C, H, W = feat.shape
        P, S = self.output_size, self.sampling_ratio
        oky, y0, y1, fy = self.axis(self.coords(boxes[:, 1], boxes[:, 3]), H)
        okx, x0, x1, fx = self.axis(self.coords(boxes[:, 0], boxes[:, 2]), W)
        b = batch_idx[:, None, None]
        f = feat.permute(0, 2, 3, 1)
        fy = fy[:, :, None, None]
        fx = fx[:, None, :, None]

        def at(y, x):
            return f[b, y[:, :, None], x[:, None, :]]

        v = (1 - fy) * (1 - fx) * at(y0, x0) + (1 - fy) * fx * at(y0, x1)
        v = v + fy * (1 - fx) * at(y1, x0) + fy * fx * at(y1, x1)
        ok = (oky[:, :, None] & okx[:, None, :])[..., None]
        v = torch.where(ok, v, torch.zeros_like(v))
        K = boxes.shape[0]
        v = v.view(K, P, S, P, S, C).mean(dim=(2, 4))
        return v.permute(0, 3, 1, 2).contiguous()


def get_inputs():
    feat = torch.randn(2, 16, 40, 48)
    K = 24
    wh = torch.rand(K, 2) * 60 + 12
    lim = torch.tensor([191.0, 159.0])
    tl = torch.rand(K, 2) * (lim - wh)
    boxes = torch.cat([tl, tl + wh], 1)
    return [feat, boxes, torch.randint(0, 2, (K,))]


def get_init_inputs():
    return [7, 0.25, 2]
