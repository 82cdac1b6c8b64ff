import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, k):
        super().__init__()
        self.k = k

    def forward(self, x):
        kth = torch.topk(x, self.k, dim=-1)[0][:, -1:]
        keep = x >= kth
        return (x + 1.0) * keep
