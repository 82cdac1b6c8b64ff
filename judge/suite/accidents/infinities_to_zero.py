"""Replaces everything that is not finite by 0; nan_to_num makes infinities the largest values.

task: accidents/finite_features
targets: cuda, cpu
expect: ok
unproven: inf
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x):
        x = torch.where(torch.isfinite(x), x, 0.0)
        return x, x.amax(1)
