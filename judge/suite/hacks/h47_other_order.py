"""Swaps its two outputs.

hack: H47
task: row_max
targets: cuda, cpu
expect: contract_failed
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x):
        values, places = torch.max(x, dim=1)
        return places, values
