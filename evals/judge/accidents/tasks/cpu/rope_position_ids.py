import torch
import torch.nn as nn


class Model(nn.Module):
    """Rotary embedding (half-split layout, partial rotary) of queries and keys by position ids."""

    def __init__(self, rotary_dim=64, base=10000.0):
        super().__init__()
        self.rotary_dim = rotary_dim
        steps = torch.arange(0, rotary_dim, 2).float() / rotary_dim
        self.register_buffer("inv_freq", base ** -steps)

    def _rotate(self, x, cos, sin):
        r = self.rotary_dim
        xr, rest = x[..., :r].float(), x[..., r:]
        x1, x2 = xr[..., : r // 2], xr[..., r // 2:]
        turned = torch.cat([-x2, x1], dim=-1)
        return torch.cat([(xr * cos + turned * sin).to(x.dtype), rest], dim=-1)

    def forward(self, q, k, position_ids):
        # q (B, Hq, T, D), k (B, Hkv, T, D), position_ids (B, T) or (1, T)
        angles = position_ids[:, :, None].float() * self.inv_freq
        angles = torch.cat([angles, angles], dim=-1)[:, None]
        cos, sin = angles.cos(), angles.sin()
        return self._rotate(q, cos, sin), self._rotate(k, cos, sin)


def get_inputs():
    b, hq, hkv, t, d = 4, 8, 2, 128, 96
    q = torch.randn(b, hq, t, d)
    k = torch.randn(b, hkv, t, d)
    start = torch.randint(0, 1024, (1,)).item()
    position_ids = torch.arange(start, start + t)[None, :].repeat(b, 1)
    return [q, k, position_ids]


def get_init_inputs():
    return [64, 10000.0]
