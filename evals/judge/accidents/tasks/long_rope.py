import math

import torch
import torch.nn as nn


class Model(nn.Module):
    """LongRoPE: two sets of per-frequency factors. The long set is used once the context
    (the greatest position of the batch) exceeds the original maximum."""

    def __init__(self, dim=64, original_max=2048, extended_max=16384, base=10000.0):
        super().__init__()
        self.dim = dim
        self.original_max = original_max
        self.base = base
        self.scaling = math.sqrt(1 + math.log(extended_max / original_max) / math.log(original_max))
        self.register_buffer("short_factor", torch.linspace(1.0, 1.3, dim // 2))
        self.register_buffer("long_factor", torch.linspace(1.0, 24.0, dim // 2))

    def forward(self, q, k, position_ids):
        length = int(position_ids.max()) + 1
        factor = self.long_factor if length > self.original_max else self.short_factor
        power = torch.arange(0, self.dim, 2, device=q.device).float() / self.dim
        inv_freq = 1.0 / (factor * self.base ** power)
        angle = position_ids[:, None, :, None].float() * inv_freq
        angle = torch.cat([angle, angle], -1)
        cos = angle.cos() * self.scaling
        sin = angle.sin() * self.scaling

        def turn(x):
            a, b = x.chunk(2, -1)
            return x * cos + torch.cat([-b, a], -1) * sin

        return turn(q), turn(k)


def get_inputs():
    start = torch.randint(0, 1024, (2, 1))
    return [torch.randn(2, 8, 128, 64), torch.randn(2, 2, 128, 64), start + torch.arange(128)]


def get_init_inputs():
    return [64, 2048, 16384, 10000.0]
