"""The honest twin of logsumexp_no_max.

task: accidents/log_sum_exp
task-cpu: accidents/cpu/log_sum_exp
targets: cuda, cpu
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x):
        top = x.amax(1, keepdim=True)
        return (x - top).exp().sum(1).log() + top[:, 0]
