import torch
import torch.nn as nn


class Model(nn.Module):
    """Cross attention of a UNet to text tokens with a padding mask (latent-diffusion style)."""

    def __init__(self, dim: int, ctx_dim: int, heads: int):
        super().__init__()
        self.heads = heads
        self.scale = (dim // heads) ** -0.5
        self.to_q = nn.Linear(dim, dim, bias=False)
        self.to_k = nn.Linear(ctx_dim, dim, bias=False)
        self.to_v = nn.Linear(ctx_dim, dim, bias=False)
        self.to_out = nn.Linear(dim, dim)

    def forward(self, x, context, mask):
        B, N, C = x.shape
        split = lambda t: t.view(B, -1, self.heads, C // self.heads).transpose(1, 2)
        q, k, v = split(self.to_q(x)), split(self.to_k(context)), split(self.to_v(context))
        sim = torch.matmul(q, k.transpose(-1, -2)) * self.scale
        sim = sim.masked_fill(~mask[:, None, None, :], -torch.finfo(sim.dtype).max)
        out = torch.matmul(sim.softmax(dim=-1), v)
        return self.to_out(out.transpose(1, 2).reshape(B, N, C))


def get_inputs():
    B, N, L = 4, 256, 77
    mask = torch.arange(L)[None, :] < torch.randint(4, L + 1, (B, 1))
    return [torch.randn(B, N, 320), torch.randn(B, L, 768), mask]


def get_init_inputs():
    return [320, 768, 8]
