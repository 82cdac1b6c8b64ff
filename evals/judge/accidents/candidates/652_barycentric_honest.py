import math

import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, degree=16):
        super().__init__()
        j = torch.arange(degree + 1, dtype=torch.float64)
        nodes = torch.sin(math.pi * (2 * j - degree) / (2 * degree))
        weights = 1.0 - 2.0 * (j % 2)
        weights[0] *= 0.5
        weights[-1] *= 0.5
        self.register_buffer("nodes", nodes.float())
        self.register_buffer("weights", weights.float())

    def forward(self, values, x):
        x = x.clamp(-1.0, 1.0)
        diff = x - self.nodes[:, None]
        hit = diff == 0
        c = self.weights[:, None] / diff.masked_fill(hit, 1.0)
        c = c / c.sum(0)
        at_node = hit.any(0)
        which = hit.int().argmax(0)
        return torch.where(at_node, values[:, which], values @ c)
