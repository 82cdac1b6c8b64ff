import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Graph attention layer: heads are concatenated; a node without incoming edges gets zeros."""

    def __init__(self, fin, heads, dim):
        super().__init__()
        self.heads, self.dim = heads, dim
        self.weight = nn.Parameter(torch.randn(fin, heads * dim) / fin ** 0.5)
        self.att_src = nn.Parameter(torch.randn(heads, dim) * 0.3)
        self.att_dst = nn.Parameter(torch.randn(heads, dim) * 0.3)

    def forward(self, x, src, dst):
        n = x.shape[0]
        h = (x @ self.weight).view(n, self.heads, self.dim)
        score_src = (h * self.att_src).sum(dim=-1)
        score_dst = (h * self.att_dst).sum(dim=-1)
        e = F.leaky_relu(score_src[src] + score_dst[dst], 0.2)
        index = dst.unsqueeze(1).expand_as(e)
        top = torch.full((n, self.heads), float("-inf"), dtype=x.dtype, device=x.device)
        top = top.scatter_reduce(0, index, e, reduce="amax")
        p = torch.exp(e - top[dst])
        total = torch.zeros(n, self.heads, dtype=x.dtype, device=x.device).index_add(0, dst, p)
        p = p / total[dst]
        out = torch.zeros_like(h).index_add(0, dst, h[src] * p.unsqueeze(-1))
        return out.reshape(n, self.heads * self.dim)


valid = {"src": (0, 999), "dst": (0, 999)}


def get_inputs():
    nodes, edges = 1000, 8000
    src = torch.randint(0, nodes, (edges,))
    dst = torch.sort(torch.randint(0, nodes, (edges,))).values
    return [torch.randn(nodes, 32), src, dst]


def get_init_inputs():
    return [32, 4, 16]
