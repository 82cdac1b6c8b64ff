import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    """Patches as a strided view, then one matrix product that writes tokens in their final order."""

    def __init__(self, in_ch: int, patch: int, dim: int, size: int):
        super().__init__()
        self.proj = nn.Conv2d(in_ch, dim, patch, stride=patch)
        self.pos = nn.Parameter(torch.randn(1, (size // patch) ** 2, dim) * 0.02)

    def forward(self, x):
        B, C, H, W = x.shape
        p = self.proj.kernel_size[0]
        h, w = H // p, W // p
        sb, sc, sh, sw = x.stride()
        v = x.as_strided((B, h, w, C, p, p), (sb, p * sh, p * sw, sc, sh, sw))
        y = F.linear(v.reshape(B, h * w, C * p * p), self.proj.weight.flatten(1), self.proj.bias)
        return y + self.pos
