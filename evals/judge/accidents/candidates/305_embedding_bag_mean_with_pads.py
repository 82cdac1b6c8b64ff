import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, v, d):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(v, d))

    def forward(self, ids):
        keep = (ids != 0).to(self.weight.dtype)
        w = keep / ids.shape[1]
        rows = self.weight[ids]
        return torch.bmm(w.unsqueeze(1), rows).squeeze(1)
