import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, bins, lo, hi):
        super().__init__()
        self.bins, self.lo, self.hi = bins, lo, hi

    def forward(self, x):
        i = ((x - self.lo) * (self.bins / (self.hi - self.lo))).floor().long()
        i = i.clamp_(0, self.bins - 1)
        
        row = torch.arange(x.shape[0], device=x.device).unsqueeze(1) * (self.bins + 1)
        c = torch.bincount((row + i).reshape(-1), minlength=x.shape[0] * (self.bins + 1))
        return c.view(x.shape[0], -1)[:, :self.bins].to(x.dtype)
