import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x):
        b, n = x.shape
        prev = F.pad(x[:, :-1], (1, 0), value=-1)
        run = (x != prev).long().cumsum(1)
        length = torch.zeros(b, n + 1, dtype=x.dtype, device=x.device).scatter_add_(1, run, torch.ones_like(x))
        value = torch.zeros(b, n + 1, dtype=x.dtype, device=x.device).scatter_(1, run, x)
        return value[:, 1:].clone(), length[:, 1:].clone()
