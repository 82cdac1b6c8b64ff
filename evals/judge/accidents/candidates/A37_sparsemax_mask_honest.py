import torch
import torch.nn as nn
import torch.nn.functional as F


TOP = 32


def threshold(s):
    c = s.cumsum(dim=-1)
    k = torch.arange(1, s.shape[-1] + 1, dtype=s.dtype, device=s.device)
    support = (1.0 + k * s > c).sum(dim=-1, keepdim=True)
    return (c.gather(-1, support - 1) - 1.0) / support, support


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, logits, prior):
        z = logits * prior
        z = z - z.amax(dim=-1, keepdim=True)
        n = z.shape[-1]
        tau, support = threshold(z.topk(min(TOP, n), dim=-1, sorted=True).values)
        if n > TOP and bool((support >= TOP).any()):
            tau, _ = threshold(z.sort(dim=-1, descending=True).values)
        return (z - tau).clamp_(min=0.0)
