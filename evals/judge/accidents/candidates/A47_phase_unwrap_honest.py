import math
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, phase):
        step = phase[:, 1:] - phase[:, :-1]
        turns = torch.round(step * (0.5 / math.pi))
        out = phase.clone(memory_format=torch.contiguous_format)
        out[:, 1:] -= turns.cumsum(dim=1) * (2.0 * math.pi)
        return out
