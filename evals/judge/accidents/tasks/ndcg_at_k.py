import math

import torch
import torch.nn as nn


class Model(nn.Module):
    """NDCG@k per query with exponential gain 2^rel - 1.

    scores, relevance: (Q, D) padded lists, lengths: (Q,) number of documents.
    A query without any relevant document scores 0.
    """

    def __init__(self, k=10):
        super().__init__()
        self.k = k

    def forward(self, scores, relevance, lengths):
        d = scores.size(1)
        k = min(self.k, d)
        pad = torch.arange(d, device=scores.device) >= lengths[:, None]
        order = scores.masked_fill(pad, float("-inf")).argsort(dim=1, descending=True, stable=True)
        gain = torch.expm1(relevance * math.log(2.0)).masked_fill(pad, 0.0)
        discount = 1.0 / torch.log2(torch.arange(k, device=scores.device) + 2.0)
        dcg = (gain.gather(1, order)[:, :k] * discount).sum(1)
        ideal = (gain.sort(dim=1, descending=True).values[:, :k] * discount).sum(1)
        return torch.where(ideal > 0, dcg / ideal, torch.zeros_like(dcg))


def get_inputs():
    q, d = 128, 120
    relevance = torch.multinomial(torch.tensor([0.5, 0.25, 0.13, 0.08, 0.04]), q * d, replacement=True)
    relevance = relevance.view(q, d).float()
    scores = 0.5 * relevance + torch.randn(q, d)
    lengths = torch.randint(20, d + 1, (q,))
    return [scores, relevance, lengths]


def get_init_inputs():
    return []
