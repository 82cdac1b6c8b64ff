import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, q, k, v, k_cache, v_cache, start):
        end = start + q.shape[2]
        k_cache[:, :, start:end].copy_(k)
        v_cache[:, :, start:end].copy_(v)
        keys = k_cache[:, :, :end]
        values = v_cache[:, :, :end]
        if start == 0:
            out = F.scaled_dot_product_attention(q, keys, values, is_causal=True)
        else:
            query = torch.arange(start, end, device=q.device).unsqueeze(1)
            mask = torch.arange(end, device=q.device) <= query
            out = F.scaled_dot_product_attention(q, keys, values, attn_mask=mask)
        return out.contiguous()
