import torch
import torch.nn as nn


class Model(nn.Module):
    """Compositional embedding: the vector of an id is the product of its quotient and remainder vectors."""

    def __init__(self, buckets=1000, quotients=40000, dim=16):
        super().__init__()
        self.buckets = buckets
        self.quotient = nn.Embedding(quotients, dim)
        self.remainder = nn.Embedding(buckets, dim)

    def forward(self, ids):
        return self.quotient(ids // self.buckets) * self.remainder(ids % self.buckets)


def get_inputs():
    ids = (torch.rand(1024, 20).pow(3) * 5_000_000).long()
    return [ids]


def get_init_inputs():
    return []
