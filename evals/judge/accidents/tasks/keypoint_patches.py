import torch
import torch.nn as nn


class Model(nn.Module):
    """Bilinear patches of size x size samples around keypoints (x, y, scale, angle); zero outside the image."""

    def __init__(self, size):
        super().__init__()
        self.size = size

    @torch.no_grad()
    def forward(self, image, keypoints):
        h, w = image.shape
        x, y, s, a = (k.view(-1, 1, 1) for k in keypoints.double().unbind(dim=1))
        r = torch.arange(self.size, device=image.device, dtype=torch.float64) - (self.size - 1) / 2
        u, v = r.view(1, 1, -1), r.view(1, -1, 1)
        ca, sa = torch.cos(a) * s, torch.sin(a) * s
        px = x + ca * u - sa * v
        py = y + sa * u + ca * v
        x0, y0 = px.floor(), py.floor()
        fx, fy = (px - x0).to(image.dtype), (py - y0).to(image.dtype)

        def at(yi, xi):
            ok = (yi >= 0) & (yi < h) & (xi >= 0) & (xi < w)
            value = image[yi.clamp(0, h - 1).long(), xi.clamp(0, w - 1).long()]
            return torch.where(ok, value, torch.zeros_like(value))

        top = at(y0, x0) * (1 - fx) + at(y0, x0 + 1) * fx
        bottom = at(y0 + 1, x0) * (1 - fx) + at(y0 + 1, x0 + 1) * fx
        return top * (1 - fy) + bottom * fy


def get_inputs():
    n = 64
    xy = 24 + 152 * torch.rand(n, 2)
    scale = 0.5 + 1.0 * torch.rand(n, 1)
    angle = 6.2831853 * torch.rand(n, 1)
    return [torch.rand(200, 200), torch.cat([xy, scale, angle], dim=1)]


def get_init_inputs():
    return [16]
