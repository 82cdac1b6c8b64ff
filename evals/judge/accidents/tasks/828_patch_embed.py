import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Patch embedding of a vision transformer."""

    def __init__(self, patch=16, channels=3, dim=192):
        super().__init__()
        self.proj = nn.Conv2d(channels, dim, kernel_size=patch, stride=patch)
        self.norm = nn.LayerNorm(dim)

    def forward(self, x):
        return self.norm(self.proj(x).flatten(2).transpose(1, 2))


def get_inputs():
    return [torch.rand(8, 3, 160, 160)]


def get_init_inputs():
    return [16, 3, 192]
