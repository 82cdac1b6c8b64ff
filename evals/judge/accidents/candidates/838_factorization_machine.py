import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, features, factors):
        super().__init__()
        self.linear = nn.Linear(features, 1)
        self.v = nn.Parameter(torch.randn(features, factors) * 0.1)

    def forward(self, x):
        # One thin GEMM instead of the (batch, features, factors) product.
        s = x @ self.v
        own = self.v.square().sum(1)
        w = self.linear.weight[0] - 0.5 * own
        return torch.mv(x, w) + self.linear.bias + 0.5 * s.square().sum(1)
