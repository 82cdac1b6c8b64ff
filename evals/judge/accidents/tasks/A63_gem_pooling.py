import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self, p, eps):
        super().__init__()
        self.p = nn.Parameter(torch.full((1,), float(p)))
        self.eps = eps

    def forward(self, x):
        y = x.clamp(min=self.eps).pow(self.p)
        return y.mean(dim=(-2, -1)).pow(1.0 / self.p)


def get_inputs():
    return [torch.relu(torch.randn(8, 256, 16, 16))]


def get_init_inputs():
    return [3.0, 1e-6]


valid = {}
