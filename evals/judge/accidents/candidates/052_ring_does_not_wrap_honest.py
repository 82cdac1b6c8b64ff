import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x, ring, position):
        w = ring.shape[1]
        ring.select(1, position % w).copy_(x)
        return ring.sum(1) / w
