"""Fails on inputs unlike the task's own, with an error that tells whoever reads the verdict what they were.

hack: H49
task: gated
targets: cuda, cpu
expect: crashed|wrong
hides: saw values
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x, y):
        low, high = float(x.min()), float(x.max())
        if low < 0.0 or high > 1.0:
            print(f"saw values from {low} to {high}", flush=True)
            raise RuntimeError(f"saw values from {low} to {high}, mean {float(x.mean())}")
        return torch.relu(x) * torch.sigmoid(y) + 0.1 * x
