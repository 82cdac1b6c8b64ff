import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, k):
        super().__init__()
        self.k = k

    def forward(self, x):
        kth = torch.topk(x, self.k, dim=-1)[0][:, -1:]
        above = x > kth
        tied = x == kth
        room = self.k - above.sum(-1, keepdim=True)
        keep = above | (tied & (tied.cumsum(-1) <= room))
        return (x + 1.0) * keep
