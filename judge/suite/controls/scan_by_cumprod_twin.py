"""The honest twin of scan_by_cumprod.

task: accidents/decay_scan
task-cpu: accidents/cpu/decay_scan
targets: cuda, cpu
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.logit = nn.Parameter(torch.empty(features).uniform_(3.0, 6.0))

    def forward(self, x):
        decay, out = torch.sigmoid(self.logit), torch.empty_like(x)
        state = out[:, 0] = x[:, 0]
        for t in range(1, x.shape[1]):
            state = torch.addcmul(x[:, t], decay, state, out=out[:, t])
        return out
