import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, d=64):
        super().__init__()
        self.A_log = nn.Parameter(torch.zeros(d))
        self.C = nn.Parameter(torch.randn(d))
        self.D = nn.Parameter(torch.ones(d))

    def forward(self, x, dt_raw):
        dt = F.softplus(dt_raw)
        g = -dt * torch.exp(self.A_log)
        h = dt * x
        # parallel scan by doubling: log2(T) steps on the whole sequence
        a = torch.exp(g)
        s, T = 1, x.shape[1]
        while s < T:
            h = torch.cat([h[:, :s], torch.addcmul(h[:, s:], a[:, s:], h[:, :-s])], 1)
            if 2 * s < T:
                a = torch.cat([a[:, :s], a[:, s:] * a[:, :-s]], 1)
            s *= 2
        return torch.addcmul(x * self.D, h, self.C)
