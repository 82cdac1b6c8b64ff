import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, dim, out_dim):
        super().__init__()
        self.proj = nn.Linear(dim, out_dim)

    def forward(self, hidden, mask):
        last = mask.sum(dim=1) - 1
        rows = torch.arange(hidden.shape[0], device=hidden.device)
        return F.normalize(self.proj(hidden[rows, last]), dim=-1)
