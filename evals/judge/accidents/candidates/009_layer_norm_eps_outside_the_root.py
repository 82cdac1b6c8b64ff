import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.norm = nn.LayerNorm(features)

    def forward(self, x):
        d = x - x.mean(-1, keepdim=True)
        variance = (d * d).mean(-1, keepdim=True)
        return d / (variance.sqrt() + self.norm.eps) * self.norm.weight + self.norm.bias
