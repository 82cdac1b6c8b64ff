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
        # parallel scan: divide by the cumulative decay, sum, multiply back
        p = torch.exp(torch.cumsum(g, 1))
        h = p * torch.cumsum(h / p, 1)
        return torch.addcmul(x * self.D, h, self.C)
