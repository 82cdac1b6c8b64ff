import math
import torch
import torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    """Grouped-query attention without causality over a padded batch (text embedding model).
    attention_mask is True for real tokens; a row without any attends evenly to everything."""
    def __init__(self, heads=8, kv_heads=2):
        super().__init__()
        self.rep = heads // kv_heads

    def forward(self, q, k, v, attention_mask):
        k = k.repeat_interleave(self.rep, dim=1)
        v = v.repeat_interleave(self.rep, dim=1)
        s = q @ k.transpose(-2, -1) * q.shape[-1] ** -0.5
        s = s.masked_fill(~attention_mask[:, None, None, :], torch.finfo(s.dtype).min)
        return s.softmax(-1) @ v


def get_inputs():
    B, T, D = 4, 192, 64
    lengths = torch.randint(48, T + 1, (B,))
    mask = torch.arange(T)[None, :] < lengths[:, None]
    return [torch.randn(B, 8, T, D), torch.randn(B, 2, T, D), torch.randn(B, 2, T, D), mask]


def get_init_inputs():
    return [8, 2]
