import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Random walk with restart from each seed node; a walk without an outgoing edge restarts."""

    def __init__(self, alpha=0.85, num_iters=10):
        super().__init__()
        self.alpha = alpha
        self.num_iters = num_iters

    def forward(self, edge_index, seeds, num_nodes):
        src, dst = edge_index.long()
        deg = torch.bincount(src, minlength=num_nodes).float()
        sink = (deg == 0).float()
        start = F.one_hot(seeds.long(), num_nodes).float()
        rank = start
        for _ in range(self.num_iters):
            share = rank / deg.clamp(min=1.0)
            moved = torch.zeros_like(rank).index_add(1, dst, share[:, src])
            lost = (rank * sink).sum(1, keepdim=True)
            rank = self.alpha * (moved + lost * start) + (1.0 - self.alpha) * start
        return rank


def get_inputs():
    n = 500
    src = torch.cat([torch.arange(n), torch.randint(0, n, (3500,))])
    dst = torch.randint(0, n, (4000,))
    order = torch.randperm(4000)
    edge_index = torch.stack([src[order], dst])
    return [edge_index, torch.randint(0, n, (8,)), n]


def get_init_inputs():
    return [0.85, 10]
