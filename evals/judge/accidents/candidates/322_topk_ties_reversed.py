import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, k):
        super().__init__()
        self.k = k

    def forward(self, x):
        order = torch.argsort(x, dim=-1, stable=True)
        i = order[:, -self.k:].flip(-1)
        return x.gather(1, i), i
