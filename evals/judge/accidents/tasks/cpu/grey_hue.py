import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """RGB -> HSV with hue in turns; grey pixels have hue 0, black ones saturation 0."""
    def forward(self, x):
        r, g, b = x.unbind(1)
        v, lo = x.amax(1), x.amin(1)
        d = v - lo
        dd = torch.where(d == 0, torch.ones_like(d), d)
        h = torch.where(v == r, (g - b) / dd, torch.where(v == g, (b - r) / dd + 2, (r - g) / dd + 4))
        h = torch.where(d == 0, torch.zeros_like(h), torch.remainder(h / 6, 1.0))
        return torch.stack([h, d / torch.where(v == 0, torch.ones_like(v), v), v], 1)


def get_inputs():
    x = torch.rand(8, 3, 64, 64)
    x[:, 0] *= 0.5
    x[:, 1] = x[:, 1] * 0.3 + 0.55
    return [x]


def get_init_inputs():
    return []
