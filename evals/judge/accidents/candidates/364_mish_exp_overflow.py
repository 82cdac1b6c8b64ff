import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(c))

    def forward(self, x):
        # tanh(log(1 + e)) = (e * e + 2 * e) / (e * e + 2 * e + 2)
        e = torch.exp(x * self.weight)
        n = e * (e + 2.0)
        return x * (n / (n + 2.0))
