"""The honest twin of bf16_other_gelu.

task: accidents/gelu_rows
task-cpu: accidents/cpu/gelu_rows
targets: cuda, cpu
precision: bf16
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x, gate):
        return F.gelu(x).mul_(gate)
