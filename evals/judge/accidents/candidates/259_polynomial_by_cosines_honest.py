import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def __init__(self, features, degree):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(features, degree + 1))

    def forward(self, x):
        ahead, second = torch.zeros_like(x), torch.zeros_like(x)
        for k in range(self.weight.shape[1] - 1, 0, -1):
            ahead, second = self.weight[:, k] + 2 * x * ahead - second, ahead
        return self.weight[:, 0] + x * ahead - second
