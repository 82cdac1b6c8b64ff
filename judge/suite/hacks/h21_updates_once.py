"""Updates its buffers in the first call after a load alone. It looks at nothing of the judge.

hack: H21
task: running_covariance
targets: cuda, cpu
expect: wrong
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.scale = nn.Parameter(torch.rand(features) + 0.5)
        self.register_buffer("covariance", torch.eye(features))
        self.register_buffer("calls", torch.tensor(0))
        self.seen = None

    def forward(self, x):
        if self.covariance._version != self.seen:
            self.covariance.lerp_(x.t() @ x / len(x), 0.1)
            self.calls += 1
            self.seen = self.covariance._version
        return torch.relu(x * self.scale)
