"""The honest twin of layer_scale_bf16.

task: accidents/layer_scale_block
task-cpu: accidents/cpu/layer_scale_block
targets: cuda, cpu
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, features, hidden):
        super().__init__()
        self.up = nn.Linear(features, hidden)
        self.down = nn.Linear(hidden, features)
        self.gamma = nn.Parameter(torch.full((features,), 1e-4))

    def forward(self, x):
        h = F.gelu(F.linear(x, self.up.weight, self.up.bias))
        return torch.addcmul(x, self.gamma, F.linear(h, self.down.weight, self.down.bias))
