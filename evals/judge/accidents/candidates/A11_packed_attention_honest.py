import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, q, k, v, segment_ids):
        out = torch.empty(v.shape, dtype=v.dtype, device=v.device)
        for u in torch.unique(segment_ids).tolist():
            s = (segment_ids == u).nonzero().squeeze(1)
            out[:, s] = F.scaled_dot_product_attention(
                q[None, :, s], k[None, :, s], v[None, :, s], is_causal=True)[0]
        return out
