import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, factor=2):
        super().__init__()
        self.factor = factor

    def forward(self, x):
        n = x.shape[-1]
        m = n * self.factor
        X = torch.fft.rfft(x)
        if n % 2 == 0 and self.factor > 1:
            X = torch.cat([X[..., :-1], 0.5 * X[..., -1:]], dim=-1)
        X = F.pad(X, (0, m // 2 + 1 - X.shape[-1]))
        return torch.fft.irfft(X, n=m) * self.factor
