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
        out = F.scaled_dot_product_attention(q, keys, values, is_causal=True)
        return out.contiguous()
