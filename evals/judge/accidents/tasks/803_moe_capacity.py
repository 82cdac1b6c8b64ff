import math
import torch
import torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    """GShard-style top-2 mixture of experts with a capacity: first choices are placed before
    second choices; what does not fit is dropped."""
    def __init__(self, dim=128, hidden=256, experts=8, capacity_factor=2.0):
        super().__init__()
        self.experts, self.capacity_factor = experts, capacity_factor
        self.router = nn.Linear(dim, experts, bias=False)
        self.w1 = nn.Parameter(torch.randn(experts, dim, hidden) * dim ** -0.5)
        self.w2 = nn.Parameter(torch.randn(experts, hidden, dim) * hidden ** -0.5)

    def forward(self, x):
        shape = x.shape
        x = x.reshape(-1, shape[-1])
        N, E = x.shape[0], self.experts
        cap = int(self.capacity_factor * N * 2 / E)
        probs = self.router(x).softmax(-1)
        w, idx = probs.topk(2, dim=-1)
        w = w / w.sum(-1, keepdim=True)
        m1, m2 = F.one_hot(idx[:, 0], E), F.one_hot(idx[:, 1], E)
        pos1 = m1.cumsum(0) - 1
        pos2 = m2.cumsum(0) - 1 + m1.sum(0, keepdim=True)
        keep1, keep2 = m1 * (pos1 < cap), m2 * (pos2 < cap)
        g = keep1 * w[:, :1] + keep2 * w[:, 1:]
        out = torch.zeros_like(x)
        for e in range(E):
            out = out + g[:, e:e + 1] * (F.silu(x @ self.w1[e]) @ self.w2[e])
        return out.view(shape)


def get_inputs():
    return [torch.randn(2, 128, 128)]


def get_init_inputs():
    return [128, 256, 8, 2.0]
