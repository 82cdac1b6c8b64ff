import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def forward(self, x, q):
        ordered = x.sort(dim=1).values
        rank = q * (x.shape[1] - 1)
        out = ordered[:, rank.round().long()]
        return out.masked_fill(x.isnan().any(1, keepdim=True), float("nan")).t()
