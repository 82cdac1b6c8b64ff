import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    """Non-overlapping patches as a view of the image, then one matrix product."""

    def __init__(self, patch=16, channels=3, dim=192):
        super().__init__()
        self.patch = patch
        self.proj = nn.Conv2d(channels, dim, kernel_size=patch, stride=patch)
        self.norm = nn.LayerNorm(dim)

    def forward(self, x):
        b, c, h, w = x.shape
        sb, sc, sh, sw = x.stride()
        p = self.patch
        patches = x.as_strided((b, h // p, w // p, c, p, p), (sb, p * sh, p * sw, sc, sh, sw))
        patches = patches.reshape(b, -1, c * p * p)
        weight = self.proj.weight.reshape(self.proj.weight.shape[0], -1)
        return self.norm(F.linear(patches, weight, self.proj.bias))
