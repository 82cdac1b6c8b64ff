import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(features))

    def forward(self, x):
        inverse = torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6)
        return x * inverse * (1.0 + self.weight)
