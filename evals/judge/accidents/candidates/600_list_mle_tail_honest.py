import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, scores, relevance, valid):
        keys = relevance.masked_fill(~valid, float("-inf"))
        order = torch.sort(keys, dim=-1, descending=True, stable=True).indices
        s = scores.gather(-1, order)
        v = valid.gather(-1, order)
        filled = s.masked_fill(~v, torch.finfo(s.dtype).min)
        lse = torch.logcumsumexp(filled.flip(-1), dim=-1).flip(-1)
        return torch.where(v, lse - s, torch.zeros_like(s)).sum(-1)
