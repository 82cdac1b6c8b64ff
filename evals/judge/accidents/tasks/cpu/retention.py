import torch
import torch.nn as nn


class Model(nn.Module):
    """Multi-head retention: causal linear attention with a learnable exponential decay per head."""

    def __init__(self, dim, heads, length):
        super().__init__()
        self.heads, self.length = heads, length
        self.qkv = nn.Linear(dim, 3 * dim, bias=False)
        self.out = nn.Linear(dim, dim)
        gamma = 1.0 - 2.0 ** (-3.0 - torch.arange(heads, dtype=torch.float32))
        self.log_decay = nn.Parameter(gamma.log())

    def forward(self, x):
        b, t, d = x.shape
        q, k, v = self.qkv(x).view(b, t, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)
        pos = torch.arange(t)
        dist = (pos.unsqueeze(1) - pos.unsqueeze(0))
        decay = (self.log_decay.view(-1, 1, 1) * dist.clamp(min=0)).exp() * (dist >= 0)
        att = (q @ k.transpose(-1, -2)) * (d // self.heads) ** -0.5 * decay
        y = (att @ v).transpose(1, 2).reshape(b, t, d)
        return self.out(y)


def get_inputs():
    return [torch.randn(16, 128, 64)]


def get_init_inputs():
    return [64, 4, 128]
