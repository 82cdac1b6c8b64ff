import torch
import torch.nn as nn


class Model(nn.Module):
    """Rotary embedding of queries and keys at the given positions."""

    def __init__(self, head_dim, base):
        super().__init__()
        inv_freq = 1.0 / (base ** (torch.arange(0, head_dim, 2).float() / head_dim))
        self.register_buffer("inv_freq", inv_freq)

    def rotate_half(self, x):
        a, b = x.chunk(2, dim=-1)
        return torch.cat((-b, a), dim=-1)

    def forward(self, q, k, position_ids):
        angles = position_ids.unsqueeze(-1).float() * self.inv_freq
        angles = torch.cat((angles, angles), dim=-1).unsqueeze(1)
        cos, sin = angles.cos().to(q.dtype), angles.sin().to(q.dtype)
        return q * cos + self.rotate_half(q) * sin, k * cos + self.rotate_half(k) * sin


def get_inputs():
    b, h, hk, t, d = 4, 8, 2, 128, 64
    start = torch.randint(0, 512, (b, 1))
    return [torch.randn(b, h, t, d), torch.randn(b, hk, t, d), start + torch.arange(t)]


def get_init_inputs():
    return [64, 10000.0]
