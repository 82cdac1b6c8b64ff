import math
import torch
import torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    """One decode step with ALiBi over a sliding-window KV cache kept as a ring buffer.
    pos[b] is the absolute position of the new token; slot = pos % window."""
    def __init__(self, heads=8, window=512):
        super().__init__()
        self.window = window
        self.register_buffer("slopes", 2.0 ** (-8.0 * torch.arange(1, heads + 1) / heads))

    def forward(self, q, k_new, v_new, k_cache, v_cache, pos):
        B, H, D = q.shape
        W = self.window
        slot = pos % W
        k_cache, v_cache = k_cache.clone(), v_cache.clone()
        rows = torch.arange(B, device=q.device)
        k_cache[rows, :, slot] = k_new
        v_cache[rows, :, slot] = v_new
        j = torch.arange(W, device=q.device)
        age = (pos[:, None] - j[None, :]) % W
        valid = age <= pos[:, None]
        s = torch.einsum("bhd,bhjd->bhj", q, k_cache) * D ** -0.5
        s = s - self.slopes[None, :, None] * age[:, None, :].to(s.dtype)
        s = s.masked_fill(~valid[:, None, :], float("-inf"))
        return torch.einsum("bhj,bhjd->bhd", s.softmax(-1), v_cache), k_cache, v_cache


def get_inputs():
    B, H, W, D = 4, 8, 512, 64
    pos = torch.randint(64, W, (B,))
    return [torch.randn(B, H, D), torch.randn(B, H, D), torch.randn(B, H, D),
            torch.randn(B, H, W, D), torch.randn(B, H, W, D), pos]


def get_init_inputs():
    return [8, 512]
