import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, a, x):
        p = torch.cumprod(a, 1)
        return p * torch.cumsum(x / p, 1)
