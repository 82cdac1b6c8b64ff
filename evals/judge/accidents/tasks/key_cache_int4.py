import torch
import torch.nn as nn


class Model(nn.Module):
    """Attention scores against a key cache kept in 4 bits: groups of tokens, one scale and
    one integer zero point per channel and group. The newest tokens, less than a group, stay
    in full precision."""

    def __init__(self, group=32):
        super().__init__()
        self.group = group

    def quantize(self, k):
        low = k.amin(-2, keepdim=True)
        high = k.amax(-2, keepdim=True)
        scale = ((high - low) / 15).clamp_min(1e-8)
        zero = torch.round(-low / scale)
        code = (torch.round(k / scale) + zero).clamp(0, 15)
        return (code - zero) * scale

    def forward(self, q, k):
        b, h, t, d = k.shape
        n = t // self.group * self.group
        old = k[:, :, :n].reshape(b, h, n // self.group, self.group, d)
        old = self.quantize(old).reshape(b, h, n, d)
        keys = torch.cat([old, k[:, :, n:]], 2)
        return q @ keys.transpose(-1, -2) * d ** -0.5


def get_inputs():
    return [torch.randn(2, 8, 1, 64), torch.randn(2, 8, 272, 64)]


def get_init_inputs():
    return [32]
