import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, buckets, d):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(buckets, d))

    def forward(self, ids):
        n = self.weight.shape[0]
        flat = ids.reshape(-1).to(torch.int32)
        slot = torch.remainder(flat, n)
        return torch.index_select(self.weight, 0, slot).view(*ids.shape, -1)
