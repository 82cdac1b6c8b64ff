import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def __init__(self, centers, features, gamma):
        super().__init__()
        self.centers = nn.Parameter(torch.randn(centers, features))
        self.root = gamma ** 0.5

    def forward(self, x):
        gap = (x * self.root)[:, None] - self.centers * self.root
        return torch.exp(-gap.square().sum(-1))
