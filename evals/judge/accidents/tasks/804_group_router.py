import math
import torch
import torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    """Auxiliary-loss-free router: sigmoid scores, a correction bias used for selection only,
    selection limited to the best groups. Returns the dense matrix of routing weights."""
    def __init__(self, dim=512, experts=64, groups=8, topk_groups=3, topk=8, scaling=2.5):
        super().__init__()
        self.groups, self.topk_groups, self.topk, self.scaling = groups, topk_groups, topk, scaling
        self.weight = nn.Parameter(torch.randn(experts, dim) * dim ** -0.5)
        self.register_buffer("e_score_correction_bias", torch.zeros(experts))

    def forward(self, x):
        N, E, G = x.shape[0], self.weight.shape[0], self.groups
        scores = F.linear(x, self.weight).sigmoid()
        choice = scores + self.e_score_correction_bias
        group_scores = choice.view(N, G, E // G).topk(2, dim=-1)[0].sum(-1)
        group_idx = group_scores.topk(self.topk_groups, dim=-1)[1]
        group_mask = torch.zeros(N, G, dtype=torch.bool, device=x.device).scatter_(1, group_idx, True)
        mask = group_mask[:, :, None].expand(N, G, E // G).reshape(N, E)
        idx = choice.masked_fill(~mask, float("-inf")).topk(self.topk, dim=-1)[1]
        w = scores.gather(1, idx)
        w = w / (w.sum(-1, keepdim=True) + 1e-20) * self.scaling
        return torch.zeros_like(scores).scatter_(1, idx, w)


def get_inputs():
    return [torch.randn(1024, 512)]


def get_init_inputs():
    return [512, 64, 8, 3, 8, 2.5]
