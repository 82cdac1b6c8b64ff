"""The honest twin of truncating_division.

task: accidents/bucket_of_key
task-cpu: accidents/cpu/bucket_of_key
targets: cuda, cpu
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, key):
        bucket = torch.div(key, 97, rounding_mode='floor')
        return bucket, key - bucket * 97
