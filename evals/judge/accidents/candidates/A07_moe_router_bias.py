import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, dim, experts, k, scale):
        super().__init__()
        self.k, self.scale, self.experts = k, scale, experts
        self.weight = nn.Parameter(torch.randn(experts, dim) * dim ** -0.5)
        self.register_buffer("e_score_correction_bias", torch.zeros(experts))

    def forward(self, x):
        scores = torch.sigmoid(F.linear(x, self.weight))
        w, idx = torch.topk(scores + self.e_score_correction_bias, self.k, dim=-1)
        w = w / (w.sum(-1, keepdim=True) + 1e-20) * self.scale
        return torch.zeros_like(scores).scatter_(-1, idx, w)
