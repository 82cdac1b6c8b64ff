import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, feat, score, src, dst):
        n, heads = feat.size(0), score.size(1)
        index = dst.unsqueeze(1).expand(-1, heads)
        top = torch.full((n, heads), float("-inf"), dtype=score.dtype, device=score.device)
        top = top.scatter_reduce(0, index, score.detach(), "amax")[dst]
        e = torch.exp(score - top)
        total = score.new_zeros(n, heads).index_add(0, dst, e)
        weighted = torch.zeros_like(feat).index_add(0, dst, e.unsqueeze(-1) * feat[src])
        return weighted / (total.unsqueeze(-1) + 1e-16)
