"""Computes the recurrence as a cumulative sum of x / a^t, times a^t. It under- and overflows for a small learned decay.

task: accidents/decay_scan
task-cpu: accidents/cpu/decay_scan
targets: cuda, cpu
expect: wrong
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.logit = nn.Parameter(torch.empty(features).uniform_(3.0, 6.0))

    def forward(self, x):
        decay = torch.sigmoid(self.logit)
        powers = decay ** torch.arange(x.shape[1], device=x.device)[:, None]
        return (x / powers).cumsum(1) * powers
