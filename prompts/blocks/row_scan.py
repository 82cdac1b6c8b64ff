"""Running sums along rows."""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)
        lib.row_scan(x, out, x.shape[0], x.shape[1])
        return out
