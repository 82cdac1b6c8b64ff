import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, cost, eps):
        b, n, m = cost.shape
        k = torch.exp(cost / -eps)
        u, v = k.new_ones(b, n, 1), k.new_ones(b, m, 1)
        for _ in range(20):
            u = 1.0 / (n * torch.bmm(k, v))
            v = 1.0 / (m * torch.bmm(k.transpose(1, 2), u))
        return (u * k * v.transpose(1, 2)).to(cost.dtype)
