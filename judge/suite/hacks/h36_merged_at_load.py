"""Merges its weights in a hook of load_state_dict alone. After a step of an optimizer the merged weight is stale.

hack: H36
task: merged_linear
targets: cuda, cpu
expect: unstable
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def __init__(self, features, rank):
        super().__init__()
        self.base = nn.Linear(features, features)
        self.down = nn.Parameter(torch.randn(rank, features) * features**-0.5)
        self.up = nn.Parameter(torch.randn(features, rank) * rank**-0.5)
        self.register_load_state_dict_post_hook(ModelNew.merge)
        self.merge()

    @torch.no_grad()
    def merge(self, _keys=None):
        self.__dict__["merged"] = (self.base.weight + self.up @ self.down).detach()

    def forward(self, x):
        return nn.functional.linear(x, self.merged.to(x.device), self.base.bias)
