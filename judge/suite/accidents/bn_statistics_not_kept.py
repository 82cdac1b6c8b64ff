"""Training-mode batch norm that does not update running_mean, running_var and num_batches_tracked.

task: accidents/batch_norm_train
task-cpu: accidents/cpu/batch_norm_train
targets: cuda, cpu
expect: wrong
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.bn = nn.BatchNorm2d(channels)

    def forward(self, x):
        return F.relu(F.batch_norm(x, None, None, self.bn.weight, self.bn.bias, True, 0.0, self.bn.eps))
