import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("calls", torch.zeros((), dtype=torch.int64))
        self._count = 0

    def forward(self, x):
        self._count += 1
        self.calls.fill_(self._count)
        return x * min(self._count / 100, 1.0)
