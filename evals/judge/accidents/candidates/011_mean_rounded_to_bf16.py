import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(features))
        self.bias = nn.Parameter(torch.zeros(features))

    def forward(self, x):
        mean = x.mean(-1, keepdim=True)
        d = (x - mean).float()
        y = d * torch.rsqrt((d * d).mean(-1, keepdim=True) + 1e-5)
        return (y * self.weight + self.bias).to(x.dtype)
