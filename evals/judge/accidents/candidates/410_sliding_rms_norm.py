import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, window, eps):
        super().__init__()
        self.window = window
        self.eps = eps
        self.gain = nn.Parameter(torch.ones(1))

    def forward(self, x):
        w = self.window
        t = x.shape[-1]
        csum = F.pad(torch.cumsum(x * x, dim=-1), (w, 0))
        power = (csum[:, w:] - csum[:, :t]).clamp_min(0) / w
        return x * torch.rsqrt(power + self.eps) * self.gain
