import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """k best entries per row; of equal scores the lower index comes first."""
    def __init__(self, k):
        super().__init__()
        self.k = k

    def forward(self, x):
        v, i = torch.sort(x, dim=-1, descending=True, stable=True)
        return v[:, :self.k].clone(), i[:, :self.k].clone()


def get_inputs():
    return [torch.randn(128, 1000, dtype=torch.float64).float()]


def get_init_inputs():
    return [16]
