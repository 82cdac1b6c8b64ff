import torch
import torch.nn as nn


class Model(nn.Module):
    """Patch embedding of a diffusion transformer (strided convolution, tokens last) plus position embedding."""

    def __init__(self, in_ch: int, patch: int, dim: int, size: int):
        super().__init__()
        self.proj = nn.Conv2d(in_ch, dim, patch, stride=patch)
        self.pos = nn.Parameter(torch.randn(1, (size // patch) ** 2, dim) * 0.02)

    def forward(self, x):
        y = self.proj(x)
        return (y.flatten(2).transpose(1, 2) + self.pos).contiguous()


def get_inputs():
    return [torch.randn(4, 4, 64, 64)]


def get_init_inputs():
    return [4, 2, 384, 64]
