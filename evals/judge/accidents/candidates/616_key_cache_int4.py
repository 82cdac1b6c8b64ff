import torch
import torch.nn as nn


class ModelNew(nn.Module):
    """Multiplies the query with the integer codes; scale and zero point are folded into it."""

    def __init__(self, group=32):
        super().__init__()
        self.group = group

    def forward(self, q, k):
        b, h, t, d = k.shape
        g = self.group
        n = t // g * g
        old = k[:, :, :n].unflatten(2, (n // g, g))
        low, high = torch.aminmax(old, dim=3, keepdim=True)
        scale = ((high - low) / 15).clamp_min(1e-8)
        zero = torch.round(-low / scale).clamp(0, 15)
        code = (torch.round(old / scale) + zero).clamp(0, 15) - zero
        scaled = q[:, :, None] * scale
        s_old = scaled @ code.transpose(-1, -2)
        s_old = s_old.transpose(2, 3).reshape(b, h, q.shape[2], n)
        s_new = q @ k[:, :, n:].transpose(-1, -2)
        return torch.cat([s_old, s_new], -1) * d ** -0.5
