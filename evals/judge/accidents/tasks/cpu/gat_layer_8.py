import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Graph attention layer: softmax over the incoming edges of each target node."""

    def __init__(self, in_dim, heads, head_dim):
        super().__init__()
        self.heads, self.head_dim = heads, head_dim
        self.lin = nn.Linear(in_dim, heads * head_dim, bias=False)
        self.att_src = nn.Parameter(torch.randn(heads, head_dim) * 0.3)
        self.att_dst = nn.Parameter(torch.randn(heads, head_dim) * 0.3)
        self.bias = nn.Parameter(torch.zeros(heads * head_dim))

    def forward(self, x, edge_index):
        n = x.shape[0]
        src, dst = edge_index[0], edge_index[1]
        h = self.lin(x).view(n, self.heads, self.head_dim)
        a_src = (h * self.att_src).sum(-1)
        a_dst = (h * self.att_dst).sum(-1)
        e = F.leaky_relu(a_src[src] + a_dst[dst], 0.2)
        idx = dst.unsqueeze(-1).expand_as(e)
        top = torch.zeros(n, self.heads).scatter_reduce(0, idx, e, "amax", include_self=False)
        w = (e - top[dst]).exp()
        den = torch.zeros(n, self.heads).index_add(0, dst, w)
        alpha = w / (den[dst] + 1e-16)
        msg = h[src] * alpha.unsqueeze(-1)
        out = torch.zeros(n, self.heads, self.head_dim).index_add(0, dst, msg)
        return out.reshape(n, -1) + self.bias


def get_inputs():
    x = torch.randn(1000, 64)
    edge_index = torch.randint(0, 1000, (2, 8000))
    return [x, edge_index]


def get_init_inputs():
    return [64, 4, 16]
