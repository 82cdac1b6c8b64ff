"""One library call for the linear layer, the exact GELU on its result.

task: linear_gelu
targets: cuda, cpu
library: library-allowed
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.linear = nn.Linear(inputs, outputs)

    def forward(self, x):
        product = torch.addmm(self.linear.bias, x, self.linear.weight.t())
        return 0.5 * product * (1.0 + torch.erf(product * 0.7071067811865476))
