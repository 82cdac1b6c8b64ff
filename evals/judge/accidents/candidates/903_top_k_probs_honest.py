import torch
import torch.nn as nn


class ModelNew(nn.Module):
    """One pass of exponentials with the maximum that topk already knows; no second copy of the logits."""

    def __init__(self, top_k):
        super().__init__()
        self.top_k = top_k

    def forward(self, logits):
        vals = torch.topk(logits, self.top_k, dim=-1, sorted=True).values
        p = torch.exp(logits - vals[..., :1]).masked_fill(logits < vals[..., -1:], 0.0)
        return p / p.sum(dim=-1, keepdim=True)
