import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, rotary_dim=64, base=10000.0):
        super().__init__()
        self.rotary_dim = rotary_dim
        steps = torch.arange(0, rotary_dim, 2).float() / rotary_dim
        self.register_buffer("inv_freq", base ** -steps)

    def forward(self, q, k, position_ids):
        half = self.rotary_dim // 2
        # (B, 1, T, half) table
        angles = position_ids[:, None, :, None].float() * self.inv_freq
        cos, sin = angles.cos(), angles.sin()

        outs = []
        for x in (q, k):
            x1 = x[..., :half].float()
            x2 = x[..., half:2 * half].float()
            y1 = torch.addcmul(x1 * cos, x2, sin, value=-1.0)
            y2 = torch.addcmul(x2 * cos, x1, sin)
            parts = [y1.to(x.dtype), y2.to(x.dtype), x[..., 2 * half:]]
            outs.append(torch.cat(parts, dim=-1))
        return outs[0], outs[1]
