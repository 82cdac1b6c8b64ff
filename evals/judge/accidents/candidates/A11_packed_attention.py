import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, q, k, v, segment_ids):
        out = torch.empty(v.shape, dtype=v.dtype, device=v.device)
        ends = torch.bincount(segment_ids).cumsum(0).tolist()
        for a, b in zip([0] + ends[:-1], ends):
            if a == b:
                continue
            s = slice(a, b)
            out[:, s] = F.scaled_dot_product_attention(
                q[None, :, s], k[None, :, s], v[None, :, s], is_causal=True)[0]
        return out
