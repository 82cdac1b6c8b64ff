import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Embedding of unbounded int64 ids: the sum of the rows picked by two multiplicative hashes.

    The product is taken in int64 with wrap-around, and the bucket is its non-negative remainder.
    """

    def __init__(self, num_buckets, dim):
        super().__init__()
        self.num_buckets = num_buckets
        self.weight = nn.Parameter(torch.randn(num_buckets, dim) * 0.1)
        self.register_buffer("mult", torch.tensor([2654435761, 2246822519]))
        self.register_buffer("add", torch.tensor([374761393, 3266489917]))

    def forward(self, ids):
        bucket = torch.remainder(ids.long()[..., None] * self.mult + self.add, self.num_buckets)
        return F.embedding(bucket, self.weight).sum(-2)


def get_inputs():
    return [torch.randint(0, 1000000, (128, 50))]


def get_init_inputs():
    return [20000, 32]
