import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, a, b):
        d = torch.zeros(a.shape[0], b.shape[0], dtype=a.dtype, device=a.device)
        for i in range(a.shape[1]):
            d += (a[:, i, None] - b[None, :, i]).square()
        return d
