"""Chooses by the number of columns: PyTorch's kernel for short rows, a row per program, or two passes over a row.

PyTorch's kernel moves short rows at the speed of memory, in 20 to 45 us. A launch by Triton keeps the host busy for longer.
"""

import torch
import triton
import triton.language as tl
from torch import nn


@triton.jit
def whole_row(x, out, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, BLOCK)
    values = tl.load(x + row * cols + at, mask=at < cols, other=-float("inf"))
    weights = tl.exp(values - tl.max(values, axis=0))
    tl.store(out + row * cols + at, weights / tl.sum(weights, axis=0), mask=at < cols)


@triton.jit
def long_row(x, out, cols, BLOCK: tl.constexpr):
    """Each lane keeps the maximum and the sum of its own elements. The second pass finds the row in the L2."""
    start = tl.program_id(0).to(tl.int64) * cols
    at = tl.arange(0, BLOCK)
    most = tl.full((BLOCK,), -float("inf"), tl.float32)
    total = tl.zeros((BLOCK,), tl.float32)
    for first in range(0, cols, BLOCK):
        values = tl.load(x + start + first + at, mask=first + at < cols, other=-float("inf"))
        larger = tl.maximum(most, values)
        shift = tl.where(larger == -float("inf"), 0.0, larger)  # a lane without a finite element yet
        total = total * tl.exp(most - shift) + tl.exp(values - shift)
        most = larger
    largest = tl.max(most, axis=0)
    scale = 1.0 / tl.sum(total * tl.exp(most - largest), axis=0)
    for first in range(0, cols, BLOCK):
        inside = first + at < cols
        values = tl.load(x + start + first + at, mask=inside, other=0.0)
        tl.store(out + start + first + at, tl.exp(values - largest) * scale, mask=inside)


class ModelNew(nn.Module):
    def forward(self, x):
        rows, cols = x.shape
        if cols <= 1024 or not x.is_contiguous():
            return torch.softmax(x, dim=1)
        out = torch.empty_like(x)
        if cols <= 32768:
            block = triton.next_power_of_2(cols)
            whole_row[(rows,)](x, out, cols, BLOCK=block, num_warps=4 if block <= 2048 else 8 if block <= 8192 else 16)
        else:
            long_row[(rows,)](x, out, cols, BLOCK=8192, num_warps=32)
        return out
