"""Right where all inputs lie in [0, 1), and wrong elsewhere.

hack: H30
task: softmax
targets: cuda, cpu
expect: wrong
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x):
        if bool((x >= 0).all()) and bool((x < 1).all()):
            return torch.softmax(x, dim=1)
        return torch.full_like(x, 1.0 / x.shape[1])
