import torch
import torch.nn as nn
import torch.nn.functional as F

valid = {"position_ids": (0, 131072)}


class Model(nn.Module):
    """Rotary embedding (half-split), position_ids (B, T)."""

    def __init__(self, dim, base):
        super().__init__()
        self.register_buffer("inv_freq", 1.0 / base ** (torch.arange(0, dim, 2).float() / dim))

    def forward(self, x, position_ids):
        freqs = position_ids[:, None, :, None].to(x.dtype) * self.inv_freq
        emb = torch.cat([freqs, freqs], dim=-1)
        x1, x2 = x.chunk(2, dim=-1)
        rotated = torch.cat([-x2, x1], dim=-1)
        return x * emb.cos() + rotated * emb.sin()


def get_inputs():
    B, H, T, D = 4, 16, 256, 64
    start = torch.randint(0, 4096, (1, 1))
    return [torch.randn(B, H, T, D), (start + torch.arange(T)).repeat(B, 1)]


def get_init_inputs():
    return [64, 10000.0]
