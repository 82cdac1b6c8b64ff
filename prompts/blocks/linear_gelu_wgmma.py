"""A linear layer with GELU in its epilogue."""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.linear = nn.Linear(inputs, outputs)

    def forward(self, x):
        out = x.new_empty(x.shape[0], self.linear.out_features)
        lib.linear_gelu(x, self.linear.weight, self.linear.bias, out, x.shape[0], out.shape[1], x.shape[1])
        return out
