import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, queries, candidates):
        q2 = queries.square().sum(dim=-1, keepdim=True)
        c2 = candidates.square().sum(dim=-1)
        return torch.addmm(q2 + c2, queries, candidates.t(), alpha=-2.0).clamp_min_(0.0)
