import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, num_nodes):
        super().__init__()
        self.n = num_nodes

    def forward(self, score, dst):
        idx = dst.unsqueeze(1).expand_as(score)
        top = torch.full((self.n, score.shape[1]), -3.0e38, device=score.device, dtype=score.dtype)
        top = top.scatter_reduce(0, idx, score, "amax")
        e = torch.exp(score - top[dst])
        s = torch.zeros(self.n, score.shape[1], device=score.device, dtype=score.dtype)
        s.index_add_(0, dst, e)
        return e / s[dst]
