"""The honest twin of layer_norm_one_pass.

task: accidents/layer_norm_rows
task-cpu: accidents/cpu/layer_norm_rows
targets: cuda, cpu
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, cols):
        super().__init__()
        self.norm = nn.LayerNorm(cols)

    def forward(self, x):
        mean = x.mean(-1, keepdim=True)
        centred = x - mean
        variance = (centred * centred).mean(-1, keepdim=True)
        return centred * torch.rsqrt(variance + self.norm.eps) * self.norm.weight + self.norm.bias
