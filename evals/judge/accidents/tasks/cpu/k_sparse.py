import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """k-sparse code: exactly k units per row stay, of equal ones the first."""
    def __init__(self, k):
        super().__init__()
        self.k = k

    def forward(self, x):
        i = torch.sort(x, dim=-1, descending=True, stable=True)[1][:, :self.k]
        return torch.zeros_like(x).scatter(1, i, x.gather(1, i) + 1.0)


def get_inputs():
    return [torch.randn(128, 1024)]


def get_init_inputs():
    return [64]
