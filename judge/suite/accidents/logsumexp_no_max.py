"""Log-sum-exp without subtracting the maximum. It overflows from 89 on.

task: accidents/log_sum_exp
task-cpu: accidents/cpu/log_sum_exp
targets: cuda, cpu
expect: wrong
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x):
        return x.exp().sum(1).log()
