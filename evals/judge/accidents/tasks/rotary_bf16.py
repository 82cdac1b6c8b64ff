import torch
import torch.nn as nn
import torch.nn.functional as F

BATCH, HEADS, TOKENS, FEATURES = 8, 16, 256, 128


class Model(nn.Module):
    """Rotary embedding at the given positions; angles in float32."""

    def forward(self, x, positions):
        half = x.shape[-1] // 2
        rate = 10000.0 ** (-torch.arange(half, device=x.device, dtype=torch.float32) / half)
        angle = positions[:, None].float() * rate
        cos, sin = angle.cos(), angle.sin()
        a, b = x[..., :half].float(), x[..., half:].float()
        return torch.cat([a * cos - b * sin, b * cos + a * sin], -1).to(x.dtype)


def get_inputs():
    return [torch.randn(BATCH, HEADS, TOKENS, FEATURES).bfloat16(), torch.arange(TOKENS)]


def get_init_inputs():
    return []
