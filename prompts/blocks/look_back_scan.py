"""Running sums along rows in one pass, tile by tile."""

import torch
from torch import nn

from kernel import lib

TILE = 4096  # the kernel's


class ModelNew(nn.Module):
    def forward(self, x):
        rows, n = x.shape
        out = torch.empty_like(x)
        state = torch.empty(1 + rows * -(-n // TILE), dtype=torch.int64, device=x.device)
        lib.look_back_scan(x, out, state, state.numel(), rows, n)
        return out
