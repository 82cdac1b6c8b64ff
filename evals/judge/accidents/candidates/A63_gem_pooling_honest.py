import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, p, eps):
        super().__init__()
        self.p = nn.Parameter(torch.full((1,), float(p)))
        self.eps = eps
        

    def forward(self, x):
        # a number as exponent: the power of 2, 3, ... has a fast path
        p = float(self.p.detach())
        y = x.clamp(min=self.eps).pow(p)
        return y.mean(dim=(-2, -1)).pow(1.0 / p)
