import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """MoE layer with auxiliary-loss-free balancing: the bias serves the selection of experts only."""

    def __init__(self, dim, hidden, n_experts, top_k, scale):
        super().__init__()
        self.n_experts, self.top_k, self.scale = n_experts, top_k, scale
        self.gate = nn.Parameter(torch.randn(n_experts, dim) * dim ** -0.5)
        self.register_buffer("correction_bias", torch.zeros(n_experts))
        self.w1 = nn.Parameter(torch.randn(n_experts, hidden, dim) * dim ** -0.5)
        self.w3 = nn.Parameter(torch.randn(n_experts, hidden, dim) * dim ** -0.5)
        self.w2 = nn.Parameter(torch.randn(n_experts, dim, hidden) * hidden ** -0.5)

    def forward(self, x):
        scores = torch.sigmoid(F.linear(x, self.gate))
        index = torch.topk(scores + self.correction_bias, self.top_k, dim=-1).indices
        weight = scores.gather(-1, index)
        weight = weight / (weight.sum(-1, keepdim=True) + 1e-20) * self.scale
        dense = torch.zeros_like(scores).scatter(-1, index, weight)
        out = torch.zeros_like(x)
        for e in range(self.n_experts):
            y = F.linear(F.silu(F.linear(x, self.w1[e])) * F.linear(x, self.w3[e]), self.w2[e])
            out = out + y * dense[:, e:e + 1]
        return out


def get_inputs():
    return [torch.randn(128, 256)]


def get_init_inputs():
    return [256, 256, 8, 2, 2.5]
