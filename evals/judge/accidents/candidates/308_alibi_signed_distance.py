import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, heads):
        super().__init__()
        self.register_buffer("slopes", 2.0 ** (-8.0 * torch.arange(1, heads + 1) / heads))

    def forward(self, q, k, v, mask):
        t = torch.arange(q.shape[2], device=q.device, dtype=q.dtype)
        rel = t.view(1, -1) - t.view(-1, 1)
        bias = self.slopes.view(-1, 1, 1) * rel
        bias = bias.masked_fill(~mask, float("-inf"))
        return F.scaled_dot_product_attention(q, k, v, attn_mask=bias.unsqueeze(0))
