import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Weighted sum of the embeddings of each bag; bag i holds ids[offsets[i]:offsets[i + 1]]."""

    def __init__(self, num_embeddings, dim):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(num_embeddings, dim) * 0.1)

    def forward(self, ids, offsets, sample_weights=None):
        return F.embedding_bag(ids, self.weight, offsets, mode="sum", per_sample_weights=sample_weights)


def get_inputs():
    lengths = torch.randint(1, 60, (1024,))
    offsets = lengths.cumsum(0) - lengths
    total = int(lengths.sum())
    ids = torch.randint(0, 20000, (total,))
    return [ids, offsets, torch.rand(total)]


def get_init_inputs():
    return [20000, 64]
