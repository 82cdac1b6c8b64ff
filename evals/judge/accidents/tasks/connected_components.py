import torch
import torch.nn as nn


class Model(nn.Module):
    """Connected components of an undirected graph: each node gets the smallest node id of its component."""

    def __init__(self):
        super().__init__()

    def forward(self, src, dst, num_nodes):
        labels = torch.arange(num_nodes, device=src.device)
        while True:
            new = labels.scatter_reduce(0, dst, labels[src], "amin")
            new = new.scatter_reduce(0, src, new[dst], "amin")
            if torch.equal(new, labels):
                return labels
            labels = new


def get_inputs():
    n, e = 2000, 8000
    return [torch.randint(0, n, (e,)), torch.randint(0, n, (e,)), n]


def get_init_inputs():
    return []
