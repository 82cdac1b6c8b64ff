import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x, valid):
        n = valid.sum(1, keepdim=True)
        total = x.masked_fill(valid.logical_not().unsqueeze(-1), 0).cumsum(1)[:, -1]
        return total / n.clamp(min=1)
