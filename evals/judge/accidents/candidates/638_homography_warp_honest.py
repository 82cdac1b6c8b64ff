import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, image, m):
        b, c, h, w = image.shape
        ys = torch.arange(h, device=image.device, dtype=image.dtype).view(1, h, 1)
        xs = torch.arange(w, device=image.device, dtype=image.dtype).view(1, 1, w)
        m = m.view(b, 3, 3, 1, 1)
        u = m[:, 0, 0] * xs + m[:, 0, 1] * ys + m[:, 0, 2]
        v = m[:, 1, 0] * xs + m[:, 1, 1] * ys + m[:, 1, 2]
        z = m[:, 2, 0] * xs + m[:, 2, 1] * ys + m[:, 2, 2]
        far = z.abs() > 1e-8
        s = torch.where(far, 1.0 / torch.where(far, z, torch.ones_like(z)), torch.ones_like(z))
        u = torch.nan_to_num(u * s, nan=0.0).clamp(-2.0, w + 1.0).view(b, h * w)
        v = torch.nan_to_num(v * s, nan=0.0).clamp(-2.0, h + 1.0).view(b, h * w)
        u0, v0 = torch.floor(u), torch.floor(v)
        fu, fv = u - u0, v - v0
        x0, y0 = u0.long(), v0.long()
        src = image.reshape(b, c, h * w)
        out = 0
        for dy, wy in ((0, 1 - fv), (1, fv)):
            for dx, wx in ((0, 1 - fu), (1, fu)):
                xi, yi = x0 + dx, y0 + dy
                ok = (xi >= 0) & (xi < w) & (yi >= 0) & (yi < h)
                idx = yi.clamp(0, h - 1) * w + xi.clamp(0, w - 1)
                tap = torch.gather(src, 2, idx.unsqueeze(1).expand(b, c, h * w))
                out = out + tap * (wy * wx * ok).unsqueeze(1)
        return out.view(b, c, h, w)
