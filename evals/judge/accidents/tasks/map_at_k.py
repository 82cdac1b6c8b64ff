import torch
import torch.nn as nn


class Model(nn.Module):
    """Average precision at k for every user. scores and relevant are [U, I].
    The sum of precisions is divided by min(number of relevant items, k);
    a user without relevant items gets 0. Equal scores keep the order of the items."""

    def __init__(self):
        super().__init__()

    @torch.no_grad()
    def forward(self, scores, relevant, k):
        relevant = relevant > 0
        out = scores.new_zeros(scores.shape[0])
        for u in range(scores.shape[0]):
            total = int(relevant[u].sum())
            if total == 0:
                continue
            order = torch.argsort(scores[u], descending=True, stable=True)[:k]
            hits = relevant[u, order].to(scores.dtype)
            rank = torch.arange(1, hits.numel() + 1, device=scores.device, dtype=scores.dtype)
            precision = hits.cumsum(0) / rank
            out[u] = (precision * hits).sum() / min(total, k)
        return out


def get_inputs():
    scores = torch.randn(64, 400)
    place = torch.rand(64, 400).argsort(1)
    relevant = place < torch.randint(1, 11, (64, 1))
    scores = scores + 1.5 * relevant
    return [scores, relevant, 20]


def get_init_inputs():
    return []
