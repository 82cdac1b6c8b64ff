import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Group-limited top-k router: sigmoid scores, a balancing bias that only steers the choice."""

    def __init__(self, hidden, n_experts, n_group, topk_group, top_k, scale):
        super().__init__()
        self.n_group, self.topk_group, self.top_k, self.scale = n_group, topk_group, top_k, scale
        self.weight = nn.Parameter(torch.randn(n_experts, hidden) * hidden ** -0.5)
        self.register_buffer("e_score_correction_bias", torch.zeros(n_experts))

    def forward(self, x):
        n = x.shape[0]
        scores = F.linear(x, self.weight).sigmoid()
        choice = scores + self.e_score_correction_bias
        groups = choice.view(n, self.n_group, -1)
        group_scores = groups.topk(2, dim=-1).values.sum(-1)
        group_idx = group_scores.topk(self.topk_group, dim=-1).indices
        allowed = torch.zeros_like(group_scores, dtype=torch.bool).scatter(1, group_idx, True)
        choice = groups.masked_fill(~allowed.unsqueeze(-1), float("-inf")).view(n, -1)
        idx = choice.topk(self.top_k, dim=-1).indices
        weights = scores.gather(1, idx)
        weights = weights / (weights.sum(-1, keepdim=True) + 1e-20) * self.scale
        return weights, idx


def get_inputs():
    return [torch.randn(256, 256)]


def get_init_inputs():
    return [256, 64, 8, 4, 6, 2.5]
