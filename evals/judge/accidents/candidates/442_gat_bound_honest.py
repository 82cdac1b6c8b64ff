import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
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
        shift = torch.zeros_like(a_dst).scatter_reduce(
            0, index, logits.detach(), "amax", include_self=False)
        e = (logits - shift[dst]).exp()
        msg = torch.cat([h[src] * e[:, :, None], e[:, :, None]], dim=-1)
        acc = msg.new_zeros(n, self.heads, self.dim + 1).index_add(0, dst, msg)
        out = acc[..., :-1] / (acc[..., -1:] + 1e-16)
        return out.reshape(n, self.heads * self.dim) + self.bias
