import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    """Separable box means of the picture and of its square."""

    def __init__(self, k=7, eps=1e-3):
        super().__init__()
        self.k, self.eps = k, eps

    def box(self, v):
        return F.avg_pool2d(F.avg_pool2d(v, (1, self.k), 1), (self.k, 1), 1)

    def forward(self, x):
        r = self.k // 2
        xp = F.pad(x, (r, r, r, r), mode="reflect")
        wide = xp.double()                      # the difference of squares cancels
        mean = self.box(wide)
        var = (self.box(wide * wide) - mean * mean).clamp_(min=0)
        return ((x - mean) / var.add_(self.eps).sqrt_()).to(x.dtype)
