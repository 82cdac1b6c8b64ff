import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, in_dim, heads, head_dim):
        super().__init__()
        self.heads, self.head_dim = heads, head_dim
        self.lin = nn.Linear(in_dim, heads * head_dim, bias=False)
        self.att_src = nn.Parameter(torch.randn(heads, head_dim) * 0.3)
        self.att_dst = nn.Parameter(torch.randn(heads, head_dim) * 0.3)
        self.bias = nn.Parameter(torch.zeros(heads * head_dim))

    def forward(self, x, edge_index):
        n, heads, c = x.shape[0], self.heads, self.head_dim
        src, dst = edge_index[0], edge_index[1]
        h = self.lin(x).view(n, heads, c)
        both = torch.stack([self.att_src, self.att_dst], -1)
        score = torch.einsum("nhc,hcs->snh", h, both)
        e = score[0].index_select(0, src).add_(score[1].index_select(0, dst))
        e = F.leaky_relu_(e, 0.2)
        top = torch.zeros(n, heads).scatter_reduce_(0, dst.unsqueeze(-1).expand_as(e), e, "amax", include_self=False)
        w = e.sub_(top.index_select(0, dst)).exp_()
        # The numerator and the denominator are aggregated together, divided once per node.
        msg = torch.empty(src.shape[0], heads, c + 1)
        torch.mul(h.index_select(0, src), w.unsqueeze(-1), out=msg[..., :c])
        msg[..., c] = w
        acc = torch.zeros(n, heads * (c + 1)).index_add_(0, dst, msg.view(-1, heads * (c + 1))).view(n, heads, c + 1)
        out = acc[..., :c] / (acc[..., c:] + 1e-16)
        return out.reshape(n, heads * c) + self.bias
