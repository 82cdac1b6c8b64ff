"""The mean of each 65 neighbours along rows."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        return nn.functional.avg_pool1d(x, 65, stride=1)


def get_inputs():
    return [torch.rand(2048, 8192)]


def get_init_inputs():
    return []
