import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def __init__(self, eps=1e-3):
        super().__init__()
        self.eps = eps

    def forward(self, feats, lengths):
        T = feats.shape[2]
        keep = (torch.arange(T, device=feats.device)[None, :] < lengths[:, None])[:, None, :]
        n = lengths.to(feats.dtype)[:, None, None]
        x = feats * keep
        mean = x.sum(dim=2, keepdim=True) / n

        var = torch.linalg.vecdot(x, x, dim=2).unsqueeze(2) / n - mean * mean
        x = x.sub_(mean).mul_(keep)
        return x.mul_(torch.rsqrt(var + self.eps)).contiguous()
