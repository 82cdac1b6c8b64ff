import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Maximal marginal relevance: greedily picks k of N items per user by
    trade_off * score - (1 - trade_off) * (largest cosine similarity to a picked item).
    The first pick has no penalty. Returns indices and values, both [B, k]."""

    def __init__(self):
        super().__init__()

    @torch.no_grad()
    def forward(self, scores, items, k, trade_off):
        items = F.normalize(items, dim=-1)
        rows = torch.arange(scores.shape[0], device=scores.device)
        taken = torch.zeros_like(scores, dtype=torch.bool)
        nearest = None
        indices, values = [], []
        for _ in range(k):
            value = trade_off * scores
            if nearest is not None:
                value = value - (1 - trade_off) * nearest
            value = value.masked_fill(taken, float("-inf"))
            best, pick = value.max(dim=1)
            taken[rows, pick] = True
            similarity = (items * items[rows, pick].unsqueeze(1)).sum(-1)
            nearest = similarity if nearest is None else torch.maximum(nearest, similarity)
            indices.append(pick)
            values.append(best)
        return torch.stack(indices, 1), torch.stack(values, 1)


def get_inputs():
    scores = torch.rand(8, 200)
    items = torch.rand(8, 200, 32) ** 3
    return [scores, items, 10, 0.6]


def get_init_inputs():
    return []
