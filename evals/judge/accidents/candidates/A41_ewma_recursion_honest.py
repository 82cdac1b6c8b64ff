import math
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, x, alpha):
        n = x.shape[1]
        t = torch.arange(n, device=x.device)
        powers = torch.pow(torch.full((n,), 1.0 - alpha, dtype=torch.float64, device=x.device), t).to(x.dtype)
        # weight[i, j] = (1 - alpha) ** (i - j) for i >= j
        weight = powers[(t[:, None] - t[None, :]).clamp_(min=0)]
        u = x * alpha
        u[:, 0] = x[:, 0]
        return torch.matmul(u, weight.tril().t()).contiguous()
