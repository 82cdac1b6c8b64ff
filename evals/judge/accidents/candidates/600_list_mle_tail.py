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
        s = s.masked_fill(~v, 0.0)
        peak = s.amax(dim=-1, keepdim=True)
        e = (s - peak).exp() * v
        tail = e.sum(-1, keepdim=True) - e.cumsum(-1) + e
        lse = tail.clamp(min=1e-10).log() + peak
        return ((lse - s) * v).sum(-1)
