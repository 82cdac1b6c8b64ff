import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, src, dst, num_nodes):
        u = torch.cat([src, dst])
        v = torch.cat([dst, src])
        labels = torch.arange(num_nodes, device=src.device)
        while True:
            new = labels.scatter_reduce(0, v, labels[u], "amin")
            new = new[new]
            if torch.equal(new, labels):
                return labels
            labels = new
