import torch
import torch.nn as nn


class Model(nn.Module):
    """One decoding step of grouped-query attention over a KV cache with a length per slot."""

    def __init__(self, heads, kv_heads, head_dim):
        super().__init__()
        self.heads, self.kv_heads, self.head_dim = heads, kv_heads, head_dim

    def forward(self, q, k_cache, v_cache, seq_lens):
        B, S = q.shape[0], k_cache.shape[2]
        alive = torch.arange(S, device=q.device)[None] < seq_lens[:, None]
        qg = q.reshape(B, self.kv_heads, self.heads // self.kv_heads, self.head_dim)
        scores = qg @ k_cache.transpose(-1, -2) * self.head_dim ** -0.5
        dead = ~alive[:, None, None, :]
        probs = torch.softmax(scores.masked_fill(dead, float("-inf")), dim=-1).masked_fill(dead, 0.0)
        v = v_cache.masked_fill(~alive[:, None, :, None], 0.0)
        return (probs @ v).reshape(B, self.heads, self.head_dim)


valid = {"seq_lens": (0, 256)}


def get_inputs():
    B, H, HK, S, D = 16, 16, 4, 256, 64
    return [torch.randn(B, H, D), torch.randn(B, HK, S, D), torch.randn(B, HK, S, D), torch.randint(1, S + 1, (B,))]


def get_init_inputs():
    return [16, 4, 64]
