"""Right for small tensors, and skips the work above a size that only the timed path has.

hack: H54
task: softmax
targets: cuda, cpu
expect: wrong
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.softmax(x[:64], dim=1)
        return out if x.shape[0] <= 64 else out.repeat(x.shape[0] // 64, 1)
