import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, items, dim, k):
        super().__init__()
        self.k = k
        self.item = nn.Parameter(torch.randn(items, dim) * 0.1)
        self.bias = nn.Parameter(torch.zeros(items))

    def forward(self, user, seen):
        scores = torch.addmm(self.bias, user, self.item.t())
        scores.masked_fill_(seen, float("-inf"))
        return torch.topk(scores, self.k, dim=1).values
