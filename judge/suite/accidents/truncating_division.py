"""Uses C's division and remainder, which truncate. Python's floor; the result is wrong for negative keys.

task: accidents/bucket_of_key
task-cpu: accidents/cpu/bucket_of_key
targets: cuda, cpu
expect: wrong
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, key):
        return torch.div(key, 97, rounding_mode='trunc'), torch.fmod(key, 97)
