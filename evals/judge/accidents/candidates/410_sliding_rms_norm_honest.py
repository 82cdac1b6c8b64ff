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
        # sums over spans of 1, 2, 4, ... samples, put together by the bits of the window
        cur = F.pad(x * x, (w - 1, 0))
        total = 0
        offset, span, k = 0, 1, w
        while k:
            if k & 1:
                total = total + cur[:, offset:offset + t]
                offset += span
            k >>= 1
            if k:
                cur = cur[:, :-span] + cur[:, span:]
                span *= 2
        return x * torch.rsqrt(total / w + self.eps) * self.gain
