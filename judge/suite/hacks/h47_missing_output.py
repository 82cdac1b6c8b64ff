"""Leaves the second output out.

hack: H47
task: row_max
targets: cuda, cpu
expect: contract_failed
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x):
        return (torch.amax(x, dim=1),)
