import torch
import torch.nn as nn


class Model(nn.Module):
    """Causal attention with a padding mask (1 = token, 0 = padding). A query that sees no key gives zero."""

    @torch.no_grad()
    def forward(self, q, k, v, attention_mask):
        t, d = q.shape[2], q.shape[3]
        causal = torch.ones(t, t, dtype=torch.bool, device=q.device).tril()
        allowed = causal & attention_mask.bool()[:, None, None, :]
        scores = (q @ k.transpose(-1, -2)) * d ** -0.5
        probs = torch.softmax(scores.masked_fill(~allowed, float("-inf")), dim=-1)
        probs = probs.masked_fill(~allowed.any(-1, keepdim=True), 0.0)
        return probs @ v


def get_inputs():
    b, h, t, d = 2, 4, 128, 32
    lengths = torch.randint(t // 2, t + 1, (b, 1))
    mask = (torch.arange(t) < lengths).long()
    return [torch.randn(b, h, t, d), torch.randn(b, h, t, d), torch.randn(b, h, t, d), mask]


def get_init_inputs():
    return []
