"""A forward that torch.compile has fused: what inductor makes of the formula.

task: softmax
targets: cuda
language: triton
"""

import torch
from torch import nn


@torch.compile
def softmax(x):
    weights = torch.exp(x - x.amax(dim=1, keepdim=True))
    return weights / weights.sum(dim=1, keepdim=True)


class ModelNew(nn.Module):
    def forward(self, x):
        return softmax(x)
