import torch
import torch.nn as nn


class Model(nn.Module):
    """Embeds all pairwise crosses of categorical ids, each cross hashed into its own range of buckets."""

    def __init__(self, cards, buckets, dim):
        super().__init__()
        self.cards = list(cards)
        self.buckets = buckets
        fields = len(self.cards)
        self.table = nn.Embedding(fields * (fields - 1) // 2 * buckets, dim)

    def forward(self, ids):
        ids = ids.long()
        fields = len(self.cards)
        outs = []
        for i in range(fields):
            for j in range(i + 1, fields):
                key = ids[:, i] * self.cards[j] + ids[:, j]
                bucket = key % self.buckets + len(outs) * self.buckets
                outs.append(self.table(bucket))
        return torch.cat(outs, dim=1)


def get_inputs():
    b = 512
    user = torch.randint(0, 20000, (b,))
    item = torch.randint(0, 50000, (b,))
    shop = torch.randint(0, 1000, (b,))
    hour = torch.randint(0, 24, (b,))
    return [torch.stack([user, item, shop, hour], dim=1)]


def get_init_inputs():
    return [[10_000_000, 50000, 1000, 24], 997, 16]
