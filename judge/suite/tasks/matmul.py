"""A matrix product of uniform values: small enough for two cores."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, a, b):
        return torch.matmul(a, b)


def get_inputs():
    return [torch.rand(512, 1024), torch.rand(1024, 512)]


def get_init_inputs():
    return []
