import torch
import torch.nn as nn


class Model(nn.Module):
    """RoIAlign (aligned=False): mean of bilinear samples per bin; regions are at least one cell wide and high.

    feat (batch, channels, height, width), rois (n, 5) as (batch index, x1, y1, x2, y2) in image pixels.
    """

    def __init__(self, output_size, spatial_scale, sampling_ratio):
        super().__init__()
        self.output_size = output_size
        self.spatial_scale = spatial_scale
        self.sampling_ratio = sampling_ratio

    def axis(self, lo, hi, size):
        p, g = self.output_size, self.sampling_ratio
        start = lo * self.spatial_scale
        extent = (hi * self.spatial_scale - start).clamp(min=1.0)
        step = extent / p
        k = torch.arange(p, device=lo.device, dtype=lo.dtype).view(1, p, 1)
        j = torch.arange(g, device=lo.device, dtype=lo.dtype).view(1, 1, g)
        pos = start.view(-1, 1, 1) + k * step.view(-1, 1, 1) + (j + 0.5) * step.view(-1, 1, 1) / g
        pos = pos.reshape(-1, p * g)
        valid = (pos >= -1.0) & (pos <= size)
        pos = pos.clamp(min=0.0, max=float(size - 1))
        i0 = pos.floor().long()
        i1 = (i0 + 1).clamp(max=size - 1)
        frac = pos - i0
        return i0, i1, frac, valid

    @torch.no_grad()
    def forward(self, feat, rois):
        b, c, h, w = feat.shape
        n, p, g = rois.shape[0], self.output_size, self.sampling_ratio
        bi = rois[:, 0].long().view(n, 1, 1)
        x0, x1, fx, vx = self.axis(rois[:, 1], rois[:, 3], w)
        y0, y1, fy, vy = self.axis(rois[:, 2], rois[:, 4], h)
        f = feat.permute(0, 2, 3, 1)

        def at(y, x):
            return f[bi, y.unsqueeze(2), x.unsqueeze(1)]

        fx = fx.view(n, 1, p * g, 1)
        fy = fy.view(n, p * g, 1, 1)
        top = at(y0, x0) * (1 - fx) + at(y0, x1) * fx
        bottom = at(y1, x0) * (1 - fx) + at(y1, x1) * fx
        v = top * (1 - fy) + bottom * fy
        v = torch.where((vy.unsqueeze(2) & vx.unsqueeze(1)).unsqueeze(3), v, torch.zeros_like(v))
        v = v.view(n, p, g, p, g, c).mean(dim=(2, 4))
        return v.permute(0, 3, 1, 2).contiguous()


def get_inputs():
    feat = torch.randn(2, 32, 40, 40)
    n = 24
    wh = 64 + 240 * torch.rand(n, 2)
    xy = torch.rand(n, 2) * (640 - wh)
    batch = torch.randint(0, 2, (n, 1)).float()
    return [feat, torch.cat([batch, xy, xy + wh], dim=1)]


def get_init_inputs():
    return [7, 1.0 / 16, 2]
