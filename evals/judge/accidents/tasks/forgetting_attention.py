import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Causal attention with a forget gate per token and head: the logit of key j for query i
    falls by the sum of the log gates from j+1 to i."""

    def __init__(self):
        super().__init__()

    def forward(self, q, k, v, f):
        t, d = q.shape[-2:]
        c = F.logsigmoid(f).cumsum(-1)
        score = q @ k.transpose(-1, -2) * d ** -0.5
        score = score + (c[..., :, None] - c[..., None, :])
        future = torch.ones(t, t, dtype=torch.bool, device=q.device).triu(1)
        return torch.softmax(score.masked_fill(future, float("-inf")), -1) @ v


def get_inputs():
    b, h, t, d = 2, 4, 128, 64
    return [torch.randn(b, h, t, d), torch.randn(b, h, t, d), torch.randn(b, h, t, d),
            torch.randn(b, h, t) + 1.5]


def get_init_inputs():
    return []
