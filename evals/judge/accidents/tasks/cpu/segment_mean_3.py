import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Mean of node features per graph id; empty graphs give zero."""
    def __init__(self, num_graphs):
        super().__init__()
        self.g = num_graphs

    def forward(self, x, batch):
        s = x.new_zeros(self.g, x.shape[1]).index_add(0, batch, x)
        c = torch.bincount(batch, minlength=self.g).clamp_min(1)
        return s / c.unsqueeze(1).to(x.dtype)


def get_inputs():
    return [torch.randn(80000, 64), torch.sort(torch.randint(0, 500, (80000,)))[0]]


def get_init_inputs():
    return [500]
