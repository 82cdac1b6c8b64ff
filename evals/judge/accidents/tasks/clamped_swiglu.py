import torch
import torch.nn as nn


class Model(nn.Module):
    """Gated activation with limits. Gate and linear part alternate along the last axis."""

    def __init__(self, alpha=1.702, limit=7.0):
        super().__init__()
        self.alpha = alpha
        self.limit = limit

    def forward(self, x):
        gate = x[..., ::2].clamp(max=self.limit)
        linear = x[..., 1::2].clamp(-self.limit, self.limit)
        return gate * torch.sigmoid(self.alpha * gate) * (linear + 1)


def get_inputs():
    return [torch.randn(4, 64, 2048)]


def get_init_inputs():
    return [1.702, 7.0]
