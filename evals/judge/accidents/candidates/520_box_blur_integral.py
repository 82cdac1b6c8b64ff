import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, radius):
        super().__init__()
        self.radius = radius

    def forward(self, x):
        r = self.radius
        k = 2 * r + 1
        x = F.pad(x, (r, r, r, r), mode="reflect")
        s = F.pad(x.cumsum(dim=3).cumsum(dim=2), (1, 0, 1, 0))
        rows = s[:, :, k:] - s[:, :, :-k]
        return (rows[..., k:] - rows[..., :-k]) / (k * k)
