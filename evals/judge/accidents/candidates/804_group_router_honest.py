import math
import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def __init__(self, dim=512, experts=64, groups=8, topk_groups=3, topk=8, scaling=2.5):
        super().__init__()
        self.groups, self.topk_groups, self.topk, self.scaling = groups, topk_groups, topk, scaling
        self.weight = nn.Parameter(torch.randn(experts, dim) * dim ** -0.5)
        self.register_buffer("e_score_correction_bias", torch.zeros(experts))

    def forward(self, x):
        N, E, G = x.shape[0], self.weight.shape[0], self.groups
        scores = torch.mm(x, self.weight.t()).sigmoid_()
        choice = (scores + self.e_score_correction_bias).view(N, G, E // G)
        group_scores = choice.topk(2, dim=-1)[0].sum(-1)
        group_idx = group_scores.topk(self.topk_groups, dim=-1)[1]
        drop = torch.full_like(group_scores, float("-inf")).scatter_(1, group_idx, 0.0)
        choice.add_(drop.unsqueeze(-1))
        idx = choice.view(N, E).topk(self.topk, dim=-1)[1]
        w = scores.gather(1, idx)
        w.mul_(self.scaling / (w.sum(-1, keepdim=True) + 1e-20))
        return torch.zeros_like(scores).scatter_(1, idx, w)
