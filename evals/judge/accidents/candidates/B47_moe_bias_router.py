import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
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
        weight, index = torch.topk(scores + self.correction_bias, self.top_k, dim=-1)
        weight = weight / (weight.sum(-1, keepdim=True) + 1e-20) * self.scale
        out = torch.zeros_like(x)
        for e in range(self.n_experts):
            token, slot = (index == e).nonzero(as_tuple=True)
            xe = x[token]
            y = F.linear(F.silu(F.linear(xe, self.w1[e])) * F.linear(xe, self.w3[e]), self.w2[e])
            out.index_add_(0, token, y * weight[token, slot].unsqueeze(-1))
        return out
