import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, radius, k):
        super().__init__()
        self.radius = radius
        self.k = k

    def forward(self, xyz, centers, feats):
        b, n, _ = xyz.shape
        m = centers.shape[1]
        c = feats.shape[1]
        k = min(self.k, n)
        d2 = ((centers.unsqueeze(2) - xyz.unsqueeze(1)) ** 2).sum(-1)
        order = torch.arange(n, device=xyz.device).expand_as(d2)
        rank, idx = torch.where(d2 < self.radius**2, order, n).topk(k, dim=2, largest=False)
        near = rank < n
        f = torch.gather(feats, 2, idx.view(b, 1, m * k).expand(b, c, m * k)).view(b, c, m, k)
        f = f.masked_fill(~near.unsqueeze(1), float("-inf")).amax(3)
        return f.masked_fill(~near.any(2).unsqueeze(1), 0.0)
