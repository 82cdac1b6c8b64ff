import torch
import torch.nn as nn


class Model(nn.Module):
    """Graph convolution with normalization by the source's out-degree and the destination's in-degree."""

    def __init__(self, nodes, fin, fout):
        super().__init__()
        self.nodes = nodes
        self.weight = nn.Parameter(torch.randn(fin, fout) / fin ** 0.5)
        self.bias = nn.Parameter(torch.zeros(fout))

    def forward(self, x, src, dst):
        ones = torch.ones(src.shape[0], dtype=x.dtype, device=x.device)
        zeros = torch.zeros(self.nodes, dtype=x.dtype, device=x.device)
        out_deg = zeros.index_add(0, src, ones).clamp(min=1.0)
        in_deg = zeros.index_add(0, dst, ones).clamp(min=1.0)
        norm = out_deg[src].rsqrt() * in_deg[dst].rsqrt()
        message = x[src] * norm.unsqueeze(1)
        agg = torch.zeros_like(x).index_add(0, dst, message)
        return torch.relu(agg @ self.weight + self.bias)


valid = {"src": (0, 1999), "dst": (0, 1999)}


def get_inputs():
    nodes, half = 2000, 8000
    a = torch.randint(0, nodes, (half,))
    b = torch.randint(0, nodes, (half,))
    # friendships: both directions
    return [torch.randn(nodes, 64), torch.cat([a, b]), torch.cat([b, a])]


def get_init_inputs():
    return [2000, 64, 32]
