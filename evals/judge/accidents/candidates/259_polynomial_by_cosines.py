import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def __init__(self, features, degree):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(features, degree + 1))

    def forward(self, x):
        k = torch.arange(self.weight.shape[1], device=x.device)
        return (torch.cos(torch.acos(x)[..., None] * k) * self.weight).sum(-1)
