import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(features))

    def forward(self, x, residual):
        s = residual.add_(x)
        inverse = torch.rsqrt((s * s).mean(-1, keepdim=True) + 1e-6)
        return s * inverse * self.weight
