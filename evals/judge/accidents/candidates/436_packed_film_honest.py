import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, dim, cond_dim):
        super().__init__()
        self.proj = nn.Linear(cond_dim, 2 * dim)

    def forward(self, x, cu_seqlens, cond):
        lengths = cu_seqlens[1:] - cu_seqlens[:-1]
        # document index of every token
        doc = torch.repeat_interleave(torch.arange(lengths.shape[0], device=x.device), lengths)
        scale, shift = self.proj(cond)[doc].chunk(2, dim=-1)
        y = torch.addcmul(x + shift, x, scale)
        pooled = y.new_zeros(lengths.shape[0], x.shape[1]).index_add(0, doc, y)
        return y, pooled / lengths.clamp(min=1).unsqueeze(1)
