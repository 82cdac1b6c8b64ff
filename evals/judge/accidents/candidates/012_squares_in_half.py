import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(features, dtype=torch.float16))

    def forward(self, x):
        square = (x * x).float()
        inverse = torch.rsqrt(square.mean(-1, keepdim=True) + 1e-6)
        return self.weight * (x.float() * inverse).to(x.dtype)
