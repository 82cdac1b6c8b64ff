import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, weight, u):
        cdf = torch.cumsum(weight, 1)
        point = u.contiguous()
        out = torch.searchsorted(cdf, point, side="right")
        return torch.clamp(out, max=weight.shape[1] - 1)
