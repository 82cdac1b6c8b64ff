"""The honest twin of pruning_mask_ignored.

task: accidents/pruned_linear
task-cpu: accidents/cpu/pruned_linear
targets: cuda, cpu
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, features, out):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(out, features) * features**-0.5)
        self.register_buffer("kept", torch.ones(out, features, dtype=torch.bool))

    def forward(self, x):
        return F.linear(x, torch.where(self.kept, self.weight, 0.0))
