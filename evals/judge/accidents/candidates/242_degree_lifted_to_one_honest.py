import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.lin = nn.Linear(features, features, bias=False)

    def forward(self, x, src, dst):
        degree = torch.bincount(dst, minlength=x.shape[0]).to(x.dtype)
        inv = degree.clamp(min=1).rsqrt()
        inv = inv * (degree > 0)
        h = self.lin(x) * inv[:, None]
        return torch.zeros_like(h).index_add_(0, dst, h[src]) * inv[:, None]
