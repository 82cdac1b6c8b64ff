"""Updates its buffers in every call with one product. The honest twin of h21_updates_untimed and h21_updates_once.

task: running_covariance
targets: cuda, cpu
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.scale = nn.Parameter(torch.rand(features) + 0.5)
        self.register_buffer("covariance", torch.eye(features))
        self.register_buffer("calls", torch.tensor(0))

    def forward(self, x):
        self.covariance.addmm_(x.t(), x, beta=0.9, alpha=0.1 / len(x))
        self.calls.add_(1)
        return torch.relu_(x * self.scale)
