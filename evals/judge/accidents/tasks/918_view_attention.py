import torch
import torch.nn as nn


class Model(nn.Module):
    """Self-attention over the patches of each view; absent patches are masked out as keys."""

    def __init__(self, dim=96, heads=4):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(dim, 3 * dim)
        self.proj = nn.Linear(dim, dim)

    def forward(self, x, present):
        B, N, D = x.shape
        h = self.heads
        q, k, v = self.qkv(x).view(B, N, 3, h, D // h).permute(2, 0, 3, 1, 4)
        logits = (q @ k.transpose(-2, -1)) * (D // h) ** -0.5
        absent = ~present[:, None, None, :]
        logits = logits.masked_fill(absent, torch.finfo(x.dtype).min)
        attn = torch.softmax(logits, dim=-1).masked_fill(absent, 0.0)
        out = (attn @ v).transpose(1, 2).reshape(B, N, D)
        return self.proj(out)


def get_inputs():
    B, N, D = 8, 64, 96
    n = torch.randint(20, N + 1, (B, 1))
    present = torch.argsort(torch.rand(B, N), dim=1) < n
    return [torch.randn(B, N, D), present]


def get_init_inputs():
    return [96, 4]
