import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """One decoding step of an mLSTM cell with its stabilizer. Memory, normalizer and
    stabilizer are written in place. Rows that are not active keep their state, their
    output is zero."""

    def __init__(self):
        super().__init__()

    def forward(self, q, k, v, i_gate, f_gate, active, memory, normalizer, stabilizer):
        k = k * k.shape[-1] ** -0.5
        log_f = F.logsigmoid(f_gate)
        new_m = torch.maximum(log_f + stabilizer, i_gate)
        f = torch.exp(log_f + stabilizer - new_m)
        i = torch.exp(i_gate - new_m)
        new_memory = f[..., None, None] * memory + i[..., None, None] * (k[..., :, None] * v[..., None, :])
        new_n = f[..., None] * normalizer + i[..., None] * k
        top = torch.einsum("bhk,bhkv->bhv", q, new_memory)
        bottom = torch.maximum((q * new_n).sum(-1).abs(), torch.exp(-new_m))
        out = top / bottom[..., None]
        on = active[:, None]
        memory.copy_(torch.where(on[..., None, None], new_memory, memory))
        normalizer.copy_(torch.where(on[..., None], new_n, normalizer))
        stabilizer.copy_(torch.where(on, new_m, stabilizer))
        return torch.where(on[..., None], out, torch.zeros_like(out))


def get_inputs():
    b, h, d = 8, 4, 64
    return [
        torch.randn(b, h, d), torch.randn(b, h, d), torch.randn(b, h, d),
        torch.randn(b, h), torch.randn(b, h) + 3,
        torch.ones(b, dtype=torch.bool),
        torch.randn(b, h, d, d), torch.randn(b, h, d), torch.randn(b, h),
    ]


def get_init_inputs():
    return []
