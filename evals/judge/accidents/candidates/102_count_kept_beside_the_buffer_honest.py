import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("calls", torch.zeros((), dtype=torch.int64))
        self._count = 0

    def forward(self, x):
        self.calls.add_(1)
        return torch.mul(x, torch.minimum(self.calls / 100, torch.ones((), device=x.device)))
