import torch
import torch.nn as nn


def rotate_half(x):
    h = x.shape[-1] // 2
    return torch.cat((-x[..., h:], x[..., :h]), dim=-1)


class Model(nn.Module):
    """Rotary position embedding of queries and keys, positions given per token."""

    def __init__(self, head_dim, base):
        super().__init__()
        inv = 1.0 / (base ** (torch.arange(0, head_dim, 2, dtype=torch.float32) / head_dim))
        self.register_buffer("inv_freq", inv)

    def forward(self, q, k, position_ids):
        ang = position_ids[:, :, None].to(torch.float32) * self.inv_freq
        emb = torch.cat((ang, ang), dim=-1)
        cos = emb.cos()[:, None]
        sin = emb.sin()[:, None]
        return q * cos + rotate_half(q) * sin, k * cos + rotate_half(k) * sin


valid = {"position_ids": (0, 32767)}


def get_inputs():
    B, H, HK, T, D = 4, 8, 2, 128, 64
    start = int(torch.randint(0, 2000, (1,)))
    pos = torch.arange(start, start + T)[None].repeat(B, 1)
    return [torch.randn(B, H, T, D), torch.randn(B, HK, T, D), pos]


def get_init_inputs():
    return [64, 10000.0]
