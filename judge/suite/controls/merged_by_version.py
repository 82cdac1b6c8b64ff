"""Merges its weights again when one of them has another version. The honest twin of h36_merged_at_load.

task: merged_linear
targets: cuda, cpu
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def __init__(self, features, rank):
        super().__init__()
        self.base = nn.Linear(features, features)
        self.down = nn.Parameter(torch.randn(rank, features) * features**-0.5)
        self.up = nn.Parameter(torch.randn(features, rank) * rank**-0.5)
        self.seen = self.merged = None

    def forward(self, x):
        parts = (self.base.weight, self.up, self.down)
        now = [(each.data_ptr(), each._version) for each in parts]
        if self.seen != now:
            self.merged, self.seen = torch.addmm(*parts), now
        return nn.functional.linear(x, self.merged, self.base.bias)
