import math
import torch
import torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    """Causal self-attention with QK-normalization and a learned, clamped temperature per head."""
    def __init__(self, dim=256, heads=8):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(dim, 3 * dim, bias=False)
        self.proj = nn.Linear(dim, dim, bias=False)
        self.logit_scale = nn.Parameter(torch.full((heads, 1, 1), math.log(10.0)))

    def forward(self, x):
        B, T, C = x.shape
        q, k, v = self.qkv(x).view(B, T, 3, self.heads, C // self.heads).permute(2, 0, 3, 1, 4)
        q, k = F.normalize(q, dim=-1), F.normalize(k, dim=-1)
        scale = self.logit_scale.clamp(max=math.log(100.0)).exp()
        s = (q @ k.transpose(-2, -1)) * scale
        causal = torch.ones(T, T, dtype=torch.bool, device=x.device).tril()
        s = s.masked_fill(~causal, float("-inf"))
        o = s.softmax(-1) @ v
        return self.proj(o.transpose(1, 2).reshape(B, T, C))


def get_inputs():
    return [torch.randn(2, 256, 256)]


def get_init_inputs():
    return [256, 8]
