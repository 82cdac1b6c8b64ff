"""A small product with what follows in place.

task: small_product
targets: cuda, cpu
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x, y):
        return (x @ y).tanh_().add_(1.0)
