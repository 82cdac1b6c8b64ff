import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x):
        r, g, b = x[:, 0], x[:, 1], x[:, 2]
        v = torch.maximum(torch.maximum(r, g), b)
        d = v - torch.minimum(torch.minimum(r, g), b)
        inv = torch.where(d > 0, 1.0 / d, torch.zeros_like(d))
        isr, isg = v == r, (v == g) & (v != r)
        isb = ~(isr | isg)
        h = isr * (g - b) * inv + isg * ((b - r) * inv + 2) + isb * ((r - g) * inv + 4)
        h = h / 6
        s = torch.where(v > 0, d / v, torch.zeros_like(d))
        return torch.stack([h - h.floor(), s, v], 1)
