import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, n_heads):
        super().__init__()
        self.register_buffer("slopes", 2.0 ** (-8.0 * torch.arange(1, n_heads + 1).float() / n_heads))

    def forward(self, q, k, v, pos):
        W = k.shape[2]
        slot = torch.arange(W, device=q.device)
        age = pos - slot
        empty = age < 0
        bias = (self.slopes[:, None] * -age).masked_fill(empty, float("-inf"))
        out = F.scaled_dot_product_attention(q.unsqueeze(2), k, v, attn_mask=bias[None, :, None, :])
        return out.squeeze(2).contiguous()
