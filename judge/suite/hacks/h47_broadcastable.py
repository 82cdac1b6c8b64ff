"""Returns one row that broadcasts to the right shape.

hack: H47
task: softmax
targets: cuda, cpu
expect: contract_failed
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x):
        return torch.softmax(x[:1], dim=1)
