import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, src, dst, num_nodes):
        u = torch.cat([src, dst])
        v = torch.cat([dst, src])
        labels = torch.arange(num_nodes, device=src.device)
        for _ in range(int(num_nodes).bit_length()):
            labels = labels.scatter_reduce(0, v, labels[u], "amin")
        return labels
