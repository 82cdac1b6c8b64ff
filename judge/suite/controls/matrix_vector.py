"""The product as one library call, and the GELU.

task: matrix_vector
targets: cpu
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.linear = nn.Linear(features, features)

    def forward(self, x):
        return nn.functional.gelu(torch.mv(self.linear.weight, x[0]).add_(self.linear.bias)).unsqueeze(0)
