import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    """All codebooks as one table, one embedding bag over the quantizers."""

    def __init__(self, n_q: int, n_codes: int, dim: int):
        super().__init__()
        self.codebooks = nn.Parameter(torch.randn(n_q, n_codes, dim))

    def forward(self, codes):
        B, Q, T = codes.shape
        K, D = self.codebooks.shape[1:]
        table = self.codebooks.reshape(-1, D)
        offs = (torch.arange(Q, device=codes.device) * K).view(1, Q, 1)
        idx = (codes.clamp(min=0) + offs).transpose(1, 2).reshape(B * T, Q)
        keep = (codes >= 0).to(table.dtype).transpose(1, 2).reshape(B * T, Q)
        out = F.embedding_bag(idx, table, mode="sum", per_sample_weights=keep)
        return out.view(B, T, D)
