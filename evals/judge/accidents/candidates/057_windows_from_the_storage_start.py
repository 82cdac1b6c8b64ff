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
        s = x.stride()
        windows = torch.as_strided(x, (b, c, t - k + 1, k), (s[0], s[1], s[2], s[2]), 0)
        return (windows * self.weight[:, None, :]).sum(-1)
