import torch
import torch.nn as nn


class Model(nn.Module):
    """Hash embedding: raw ids go through two universal hashes into one small table."""

    def __init__(self, buckets, dim):
        super().__init__()
        self.buckets = buckets
        self.emb = nn.Embedding(buckets, dim)
        self.mix = nn.Parameter(torch.tensor([1.0, 0.5]))
        self.register_buffer("a", torch.tensor([870960929, 391227487]))
        self.register_buffer("b", torch.tensor([40503, 987654]))
        self.prime = 2147483647

    def forward(self, ids):
        h = (ids.unsqueeze(-1) * self.a + self.b) % self.prime % self.buckets
        return (self.emb(h) * self.mix.unsqueeze(-1)).sum(-2)


def get_inputs():
    return [torch.randint(0, 10000000, (4096, 8))]


def get_init_inputs():
    return [5003, 16]
