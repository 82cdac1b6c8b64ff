import torch
import torch.nn as nn
import torch.nn.functional as F

N, EDGES = 8000000, 256


class Model(nn.Module):
    """Number of edges below the value: a value on an edge belongs to the bucket that ends there."""

    def forward(self, x, edges):
        return torch.bucketize(x, edges)


def get_inputs():
    return [torch.randn(N), torch.linspace(-3, 3, EDGES)]


def get_init_inputs():
    return []
