import torch
import torch.nn as nn


class Model(nn.Module):
    """Personalized PageRank by power iteration, scaled to a mean of one; nodes without links teleport."""

    def __init__(self, iters):
        super().__init__()
        self.iters = iters

    def forward(self, src, dst, teleport, damping):
        n = teleport.size(0)
        p = teleport / teleport.sum()
        degree = torch.bincount(src, minlength=n).to(p.dtype)
        dangling = degree == 0
        rank = p
        for _ in range(self.iters):
            share = rank / degree.clamp(min=1.0)
            passed = torch.zeros_like(p).index_add(0, dst, share[src])
            lost = rank[dangling].sum()
            rank = (1.0 - damping) * p + damping * (passed + lost * p)
        return rank * n


def get_inputs():
    n, links = 1000, 8
    src = torch.arange(n).repeat_interleave(links)
    return [src, torch.randint(0, n, (n * links,)), torch.rand(n) + 0.1, 0.85]


def get_init_inputs():
    return [20]
