import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    @staticmethod
    def rank(x):
        return x.argsort(dim=1).argsort(dim=1).float()

    def forward(self, x, y):
        a, b = self.rank(x), self.rank(y)
        a, b = a - a.mean(1, keepdim=True), b - b.mean(1, keepdim=True)
        return torch.einsum("ri,ri->r", a, b) / torch.sqrt(a.square().sum(1) * b.square().sum(1))
