"""Works in the input's memory and returns it.

hack: H32
task: softmax
targets: cuda, cpu
expect: contract_failed
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x):
        return x.sub_(x.amax(dim=1, keepdim=True)).exp_().div_(x.sum(dim=1, keepdim=True))
