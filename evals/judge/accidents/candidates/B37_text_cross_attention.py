import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
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
        bias = mask[:, None, None, :]
        out = F.scaled_dot_product_attention(q, k, v, attn_mask=bias, scale=self.scale)
        return self.to_out(out.transpose(1, 2).reshape(B, N, C))
