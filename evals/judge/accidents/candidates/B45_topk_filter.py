import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, logits, k):
        values, index = torch.topk(logits, k, dim=-1)
        return torch.zeros_like(logits).scatter_(-1, index, torch.softmax(values, dim=-1))
