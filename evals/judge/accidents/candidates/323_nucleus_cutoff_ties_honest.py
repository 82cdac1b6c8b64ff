import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, logits, p):
        prob = torch.softmax(logits, -1)
        s, order = torch.sort(prob, dim=-1, descending=True, stable=True)
        n = (s.cumsum(-1) - s < p).sum(-1, keepdim=True).clamp_min(1)
        rank = torch.argsort(order, dim=-1)
        kept = torch.where(rank < n, prob, torch.zeros_like(prob))
        return kept / kept.sum(-1, keepdim=True)
