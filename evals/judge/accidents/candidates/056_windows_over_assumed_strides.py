import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, channels, taps):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(channels, taps))

    def forward(self, x):
        b, c, t = x.shape
        k = self.weight.shape[1]
        strides = (c * t, t, 1, 1)
        windows = x.as_strided((b, c, t - k + 1, k), strides, x.storage_offset())
        return torch.einsum("bctk,ck->bct", windows, self.weight)
