import math

import torch
import torch.nn as nn


class ModelNew(nn.Module):
    """Turns the two halves directly, with one cosine and sine per pair."""

    def __init__(self, dim=64, original_max=2048, extended_max=16384, base=10000.0):
        super().__init__()
        self.dim = dim
        self.original_max = original_max
        self.base = base
        self.scaling = math.sqrt(1 + math.log(extended_max / original_max) / math.log(original_max))
        self.register_buffer("short_factor", torch.linspace(1.0, 1.3, dim // 2))
        self.register_buffer("long_factor", torch.linspace(1.0, 24.0, dim // 2))

    def forward(self, q, k, position_ids):
        length = position_ids.shape[-1]
        factor = self.long_factor if length > self.original_max else self.short_factor
        power = torch.arange(0, self.dim, 2, device=q.device).float() / self.dim
        inv_freq = 1.0 / (factor * self.base ** power)
        angle = (position_ids.float()[..., None] * inv_freq).unsqueeze(1)
        cos = torch.cos(angle) * self.scaling
        sin = torch.sin(angle) * self.scaling
        half = self.dim // 2
        q1, q2 = q[..., :half], q[..., half:]
        k1, k2 = k[..., :half], k[..., half:]
        q = torch.cat([q1 * cos - q2 * sin, q2 * cos + q1 * sin], -1)
        k = torch.cat([k1 * cos - k2 * sin, k2 * cos + k1 * sin], -1)
        return q, k
