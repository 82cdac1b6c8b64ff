import torch
import torch.nn as nn


class Model(nn.Module):
    """GCN layer with self loops and symmetric normalisation; messages flow from edge_index[0] to edge_index[1]."""

    def __init__(self, in_dim, out_dim):
        super().__init__()
        self.lin = nn.Linear(in_dim, out_dim, bias=False)
        self.bias = nn.Parameter(torch.zeros(out_dim))

    def forward(self, x, edge_index, edge_weight):
        n = x.shape[0]
        loop = torch.arange(n)
        src = torch.cat([edge_index[0], loop])
        dst = torch.cat([edge_index[1], loop])
        w = torch.cat([edge_weight, torch.ones(n)])
        deg = torch.zeros(n).index_add(0, dst, w)
        dinv = torch.where(deg > 0, deg.clamp(min=1e-12).rsqrt(), torch.zeros_like(deg))
        norm = dinv[src] * w * dinv[dst]
        h = self.lin(x)
        out = torch.zeros_like(h).index_add(0, dst, h[src] * norm.unsqueeze(-1))
        return out + self.bias


def get_inputs():
    x = torch.randn(2000, 64)
    one = torch.randint(0, 2000, (2, 8000))
    w = 0.1 + torch.rand(8000)
    edge_index = torch.cat([one, one.flip(0)], 1)
    perm = torch.randperm(16000)
    return [x, edge_index[:, perm].contiguous(), torch.cat([w, w])[perm]]


def get_init_inputs():
    return [64, 64]
