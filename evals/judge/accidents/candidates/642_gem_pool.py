import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, channels, p=3.0, eps=1e-6):
        super().__init__()
        self.p = nn.Parameter(torch.full((channels,), p))
        self.eps = eps

    def forward(self, x):
        # p-norm over the pixels, scaled by the largest value so that the power stays in range
        v = x.flatten(2).abs()
        top = v.amax(2, keepdim=True).detach().clamp(min=self.eps)
        s = (v / top).pow(self.p.view(1, -1, 1)).mean(2)
        return s.pow(1.0 / self.p) * top.squeeze(2)
