import torch
import torch.nn as nn


class Model(nn.Module):
    """Causal grouped-query attention with logit soft-capping and key padding."""

    def __init__(self, softcap=30.0):
        super().__init__()
        self.softcap = softcap

    def forward(self, q, k, v, key_mask=None):
        # q (B, Hq, Tq, D), k and v (B, Hkv, Tk, D), key_mask (B, Tk) bool, True = real token
        groups = q.shape[1] // k.shape[1]
        k = k.repeat_interleave(groups, dim=1)
        v = v.repeat_interleave(groups, dim=1)
        tq, tk = q.shape[2], k.shape[2]
        scores = torch.matmul(q, k.transpose(-1, -2)) * q.shape[-1] ** -0.5
        scores = self.softcap * torch.tanh(scores / self.softcap)
        allowed = torch.ones(tq, tk, dtype=torch.bool, device=q.device).tril(tk - tq)
        allowed = allowed[None, None]
        if key_mask is not None:
            allowed = allowed & key_mask[:, None, None, :]
        scores = scores.masked_fill(~allowed, torch.finfo(scores.dtype).min)
        p = torch.softmax(scores, dim=-1).masked_fill(~allowed, 0.0)
        return torch.matmul(p, v)


def get_inputs():
    b, hq, hkv, t, d = 2, 8, 2, 128, 64
    q = torch.randn(b, hq, t, d)
    k = torch.randn(b, hkv, t, d)
    v = torch.randn(b, hkv, t, d)
    lengths = torch.randint(t // 2, t + 1, (b,))
    key_mask = torch.arange(t)[None, :] < lengths[:, None]
    return [q, k, v, key_mask]


def get_init_inputs():
    return [30.0]
