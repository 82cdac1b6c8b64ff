import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self, dim, experts, k, scale):
        super().__init__()
        self.k, self.scale, self.experts = k, scale, experts
        self.weight = nn.Parameter(torch.randn(experts, dim) * dim ** -0.5)
        self.register_buffer("e_score_correction_bias", torch.zeros(experts))

    def forward(self, x):
        scores = torch.sigmoid(F.linear(x, self.weight))
        idx = torch.topk(scores + self.e_score_correction_bias, self.k, dim=-1).indices
        mask = F.one_hot(idx, self.experts).sum(1).to(scores.dtype)
        w = scores * mask
        return w / (w.sum(-1, keepdim=True) + 1e-20) * self.scale


def get_inputs():
    return [torch.randn(2048, 512)]


def get_init_inputs():
    return [512, 64, 6, 2.5]
