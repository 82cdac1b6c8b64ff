"""A gated activation, element by element."""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x, gate):
        out = torch.empty_like(x)
        lib.gated(x, gate, out, x.numel())
        return out
