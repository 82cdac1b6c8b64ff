import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, k):
        super().__init__()
        self.k = k

    def forward(self, logits):
        vals, idx = torch.topk(logits, self.k, dim=-1)
        return torch.zeros_like(logits).scatter_(-1, idx, torch.softmax(vals, -1))
