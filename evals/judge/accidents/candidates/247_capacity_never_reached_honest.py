import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def __init__(self, experts, features, capacity):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(experts, features, features) / features ** 0.5)
        self.capacity = capacity

    def forward(self, x, expert):
        out = torch.zeros_like(x)
        for e in range(self.weight.shape[0]):
            rows = (expert == e).nonzero().squeeze(1)
            rows = rows[: self.capacity]
            out[rows] = x[rows] @ self.weight[e]
        return out
