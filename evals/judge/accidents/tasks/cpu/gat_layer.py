import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Graph attention layer: softmax over the incoming edges of each node."""

    def __init__(self, in_dim, heads, dim):
        super().__init__()
        self.heads = heads
        self.dim = dim
        self.weight = nn.Parameter(torch.empty(in_dim, heads * dim))
        self.att_src = nn.Parameter(torch.empty(heads, dim))
        self.att_dst = nn.Parameter(torch.empty(heads, dim))
        self.bias = nn.Parameter(torch.zeros(heads * dim))
        nn.init.xavier_uniform_(self.weight)
        nn.init.xavier_uniform_(self.att_src)
        nn.init.xavier_uniform_(self.att_dst)

    def forward(self, x, edge_index):
        src, dst = edge_index
        n = x.shape[0]
        h = (x @ self.weight).view(n, self.heads, self.dim)
        a_src = (h * self.att_src).sum(-1)
        a_dst = (h * self.att_dst).sum(-1)
        logits = F.leaky_relu(a_src[src] + a_dst[dst], 0.2)
        index = dst[:, None].expand(-1, self.heads)
        top = logits.new_zeros(n, self.heads).scatter_reduce(
            0, index, logits.detach(), "amax", include_self=False)
        e = (logits - top[dst]).exp()
        total = e.new_zeros(n, self.heads).index_add(0, dst, e)
        alpha = e / (total[dst] + 1e-16)
        out = h.new_zeros(n, self.heads, self.dim).index_add(0, dst, alpha[:, :, None] * h[src])
        return out.view(n, self.heads * self.dim) + self.bias


def get_inputs():
    n = 1000
    src = torch.randint(0, n, (8000,))
    dst = torch.randint(0, n, (8000,))
    return [torch.randn(n, 32), torch.stack([src, dst])]


def get_init_inputs():
    return [32, 4, 16]
