import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Symmetric ALiBi bias -slope*|i-j|; the mask (True = attend) decides the direction."""
    def __init__(self, heads):
        super().__init__()
        self.register_buffer("slopes", 2.0 ** (-8.0 * torch.arange(1, heads + 1) / heads))

    def forward(self, q, k, v, mask):
        t = torch.arange(q.shape[2], device=q.device)
        dist = (t[:, None] - t[None, :]).abs()
        s = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5 - self.slopes[:, None, None] * dist
        return torch.softmax(s.masked_fill(~mask, float("-inf")), -1) @ v


def get_inputs():
    q, k, v = (torch.randn(4, 8, 128, 64) for _ in range(3))
    return [q, k, v, torch.ones(128, 128, dtype=torch.bool).tril()]


def get_init_inputs():
    return [8]
