"""The honest twin of dropout_mask_shifts.

task: accidents/cpu/dropout_rows
targets: cpu
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.tanh(x)
        if not self.training:
            return y
        noise = torch.rand(x.shape)
        return y * (noise >= 0.2) / 0.8
