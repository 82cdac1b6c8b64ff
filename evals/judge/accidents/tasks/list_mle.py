import torch
import torch.nn as nn


class Model(nn.Module):
    """ListMLE: negative log-likelihood (Plackett-Luce) of the order given by relevance, one loss per list."""

    def __init__(self):
        super().__init__()

    def forward(self, scores, relevance, valid):
        low = torch.finfo(scores.dtype).min
        keys = relevance.masked_fill(~valid, float("-inf"))
        order = torch.sort(keys, dim=-1, descending=True, stable=True).indices
        s = scores.gather(-1, order)
        v = valid.gather(-1, order)
        n = s.shape[-1]
        later = torch.ones(n, n, dtype=torch.bool, device=s.device).triu()
        keep = later & v.unsqueeze(-2)
        tail = s.unsqueeze(-2).expand(*s.shape[:-1], n, n).masked_fill(~keep, low)
        lse = torch.logsumexp(tail, dim=-1)
        return torch.where(v, lse - s, torch.zeros_like(s)).sum(-1)


def get_inputs():
    scores = torch.randn(64, 60)
    relevance = torch.randint(0, 5, (64, 60)).float()
    lengths = torch.randint(20, 61, (64, 1))
    valid = torch.arange(60) < lengths
    return [scores, relevance, valid]


def get_init_inputs():
    return []
