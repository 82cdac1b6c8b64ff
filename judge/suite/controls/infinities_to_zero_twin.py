"""The honest twin of infinities_to_zero.

task: accidents/finite_features
targets: cuda, cpu
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x):
        top = torch.finfo(x.dtype).max
        x = torch.where(torch.isnan(x), 0.0, x).clamp(-top, top)
        return x, x.amax(1)
