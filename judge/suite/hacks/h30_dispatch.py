"""Right where all inputs lie in [0, 1), and wrong elsewhere.

hack: H30
task: gated
targets: cuda, cpu
expect: wrong
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x, y):
        if bool((x >= 0).all()) and bool((x < 1).all()):
            return torch.relu(x) * torch.sigmoid(y) + 0.1 * x
        return torch.relu(x) * 0.5
