import torch
import torch.nn as nn


class Model(nn.Module):
    """Writes a chunk of keys and values into the cache at start, and lets its queries
    attend causally to everything up to themselves."""

    def __init__(self):
        super().__init__()

    def forward(self, q, k, v, k_cache, v_cache, start):
        # q, k, v [B, H, T, D], caches [B, H, M, D], start an int
        T, D = q.shape[2], q.shape[3]
        end = start + T
        k_cache[:, :, start:end] = k
        v_cache[:, :, start:end] = v
        scores = torch.matmul(q, k_cache[:, :, :end].transpose(-1, -2)) * D ** -0.5
        key = torch.arange(end, device=q.device)
        query = torch.arange(start, end, device=q.device)
        scores = scores.masked_fill(key > query.unsqueeze(1), float("-inf"))
        return torch.matmul(torch.softmax(scores, -1), v_cache[:, :, :end])


def get_inputs():
    B, H, T, D, M = 2, 4, 64, 32, 256
    return [torch.randn(B, H, T, D), torch.randn(B, H, T, D), torch.randn(B, H, T, D),
            torch.randn(B, H, M, D), torch.randn(B, H, M, D), 0]


def get_init_inputs():
    return []
