import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, eps=1e-7):
        super().__init__()
        self.eps = eps

    def forward(self, pred, target):
        p1, p2 = pred[..., :2], pred[..., 2:]
        t1, t2 = target[..., :2], target[..., 2:]
        pa = (p2 - p1).prod(dim=-1)
        ta = (t2 - t1).prod(dim=-1)
        inter = (torch.minimum(p2, t2) - torch.maximum(p1, t1)).prod(dim=-1).clamp(min=0)
        hull = (torch.maximum(p2, t2) - torch.minimum(p1, t1)).prod(dim=-1)
        union = pa + ta - inter
        return 1 - inter / (union + self.eps) + (hull - union) / (hull + self.eps)
