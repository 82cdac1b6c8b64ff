import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, nodes, fin, fout):
        super().__init__()
        self.nodes = nodes
        self.weight = nn.Parameter(torch.randn(fin, fout) / fin ** 0.5)
        self.bias = nn.Parameter(torch.zeros(fout))

    def forward(self, x, src, dst):
        # node-wise scaling instead of edge-wise, projection (64 -> 32) before the gather
        in_norm = torch.bincount(dst, minlength=self.nodes).clamp_(min=1).to(x.dtype).rsqrt_().unsqueeze(1)
        h = (x @ self.weight).mul_(in_norm)
        agg = torch.zeros_like(h).index_add_(0, dst, h.index_select(0, src))
        return agg.mul_(in_norm).add_(self.bias).relu_()
