import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, data, offsets, x):
        n = x.shape[-1]
        y = torch.zeros_like(x)
        for row, k in zip(data.unbind(0), offsets.tolist()):
            if abs(k) < n:
                y += F.pad(row * x, (-k, k))
        return y
