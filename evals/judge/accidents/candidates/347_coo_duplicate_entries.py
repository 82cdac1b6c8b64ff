import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, n, m):
        super().__init__()
        self.n, self.m = n, m

    def forward(self, row, col, val, x):
        dense = torch.zeros(self.n * self.m, device=x.device, dtype=x.dtype)
        flat = row * self.m + col
        dense[flat] = val
        return torch.mm(dense.view(self.n, self.m), x)
