import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    """Multiplies with the table once and skews the result into place, so that no T x T x D
    table is built."""

    def __init__(self, dim=32, max_length=256):
        super().__init__()
        self.distance = nn.Parameter(torch.randn(max_length, dim) * 0.5)

    def relative(self, q):
        b, h, t, d = q.shape
        table = torch.cat([self.distance[1:t].flip(0), self.distance[:t]])
        r = F.pad(q @ table.t(), (0, 1)).flatten(-2)
        r = r[..., t - 1:t - 1 + t * (2 * t - 1)]
        return r.reshape(b, h, t, 2 * t - 1)[..., :t]

    def forward(self, q, k, v, mask):
        score = (q @ k.transpose(-1, -2) + self.relative(q)) * q.shape[-1] ** -0.5
        score = score.masked_fill(~mask, torch.finfo(score.dtype).min)
        return torch.softmax(score, -1) @ v
