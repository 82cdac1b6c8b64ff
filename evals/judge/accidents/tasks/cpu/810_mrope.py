import math
import torch
import torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    """Multimodal rotary embedding: position_ids is (3, batch, time) for temporal, height and width;
    the frequency bands are divided among the three axes by mrope_section."""
    def __init__(self, head_dim=64, mrope_section=(8, 12, 12), theta=10000.0):
        super().__init__()
        self.mrope_section = list(mrope_section)
        self.register_buffer("inv_freq", theta ** (-torch.arange(0, head_dim, 2).float() / head_dim))

    @staticmethod
    def rotate_half(x):
        a, b = x.chunk(2, dim=-1)
        return torch.cat((-b, a), dim=-1)

    def forward(self, q, k, position_ids):
        freqs = position_ids[..., None].float() * self.inv_freq
        emb = torch.cat((freqs, freqs), dim=-1)
        cos, sin = emb.cos(), emb.sin()
        sections = self.mrope_section * 2
        cos = torch.cat([m[i % 3] for i, m in enumerate(cos.split(sections, dim=-1))], dim=-1).unsqueeze(1)
        sin = torch.cat([m[i % 3] for i, m in enumerate(sin.split(sections, dim=-1))], dim=-1).unsqueeze(1)
        return q * cos + self.rotate_half(q) * sin, k * cos + self.rotate_half(k) * sin


def get_inputs():
    B, T = 2, 256
    position_ids = torch.arange(T).expand(3, B, T)
    return [torch.randn(B, 12, T, 64), torch.randn(B, 4, T, 64), position_ids]


def get_init_inputs():
    return [64, (8, 12, 12), 10000.0]
