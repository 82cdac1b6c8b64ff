"""The reference's own operators: what the cheats on this task compute beside what they do to the baseline.

task: small_gated
targets: cpu
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x, y):
        return torch.relu(x) * torch.sigmoid(y) + 0.1 * x
