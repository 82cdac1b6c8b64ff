"""Computes the block in bf16 with another GELU. It is 1e-5 of the output beside the residual, until gamma grows (fp32 track).

task: accidents/layer_scale_block
task-cpu: accidents/cpu/layer_scale_block
targets: cuda, cpu
expect: wrong|precision_violation
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
        b = torch.bfloat16
        h = F.linear(x.to(b), self.up.weight.to(b), self.up.bias.to(b))
        h = h * torch.sigmoid(1.702 * h)
        return x + self.gamma * F.linear(h, self.down.weight.to(b), self.down.bias.to(b)).float()
