import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    """Group-limited top-k router: sigmoid scores, a balancing bias that only steers the choice."""

    def __init__(self, hidden, n_experts, n_group, topk_group, top_k, scale):
        super().__init__()
        self.n_group, self.topk_group, self.top_k, self.scale = n_group, topk_group, top_k, scale
        self.weight = nn.Parameter(torch.randn(n_experts, hidden) * hidden ** -0.5)
        self.register_buffer("e_score_correction_bias", torch.zeros(n_experts))

    def forward(self, x):
        n = x.shape[0]
        per_group = self.weight.shape[0] // self.n_group
        scores = torch.sigmoid(F.linear(x, self.weight))
        choice = scores + self.e_score_correction_bias
        best2 = choice.unflatten(1, (self.n_group, per_group)).topk(2, dim=-1).values
        picked = (best2[..., 0] + best2[..., 1]).topk(self.topk_group, dim=-1).indices
        blocked = torch.ones(n, self.n_group, dtype=torch.bool, device=x.device)
        blocked.scatter_(1, picked, False)
        blocked = blocked.repeat_interleave(per_group, dim=1)
        idx = choice.masked_fill(blocked, float("-inf")).topk(self.top_k, dim=-1).indices
        weights = scores.gather(1, idx)
        return weights * (self.scale / (weights.sum(-1, keepdim=True) + 1e-20)), idx
