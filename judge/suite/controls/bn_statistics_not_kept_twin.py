"""The honest twin of bn_statistics_not_kept.

task: accidents/batch_norm_train
task-cpu: accidents/cpu/batch_norm_train
targets: cuda, cpu
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.bn = nn.BatchNorm2d(channels)

    def forward(self, x):
        self.bn.num_batches_tracked.add_(1)
        return F.relu_(F.batch_norm(x, self.bn.running_mean, self.bn.running_var, self.bn.weight, self.bn.bias, True, 0.1, self.bn.eps))
