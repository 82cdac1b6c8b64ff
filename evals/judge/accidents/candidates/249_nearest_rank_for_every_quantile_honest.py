import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def forward(self, x, q):
        ordered = x.sort(dim=1).values
        rank = q * (x.shape[1] - 1)
        low, high = rank.floor().long(), rank.ceil().long()
        out = torch.lerp(ordered[:, low], ordered[:, high], rank - low)
        return out.masked_fill(x.isnan().any(1, keepdim=True), float("nan")).t()
