import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(features))

    def forward(self, x):
        square = x.pow(2).mean(-1, keepdim=True)
        square = square.clamp(min=1e-6)
        return x * square.rsqrt() * (1.0 + self.weight)
