"""Keeps the weight transposed, and transposes it again whenever the parameter changes.

task: linear_gelu
targets: cuda, cpu
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.linear = nn.Linear(inputs, outputs)
        self.packed = self.packed_from = None

    def forward(self, x):
        weight = self.linear.weight
        now = (weight.data_ptr(), weight._version)
        if self.packed_from != now:
            self.packed, self.packed_from = weight.detach().t().contiguous(), now
        out = torch.empty(x.shape[0], weight.shape[0], device=x.device)
        lib.linear_gelu(x, self.packed, self.linear.bias, out, x.shape[0], weight.shape[0], x.shape[1])
        return out
