"""Chooses by the number of columns: a row per program, or PyTorch for short rows and for those that do not fit in registers."""

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


class ModelNew(nn.Module):
    def forward(self, x):
        rows, cols = x.shape
        if cols <= 1024 or cols > 32768 or not x.is_contiguous():
            return torch.softmax(x, dim=1)
        out = torch.empty_like(x)
        block = triton.next_power_of_2(cols)
        whole_row[(rows,)](x, out, cols, BLOCK=block, num_warps=4 if block <= 2048 else 8 if block <= 8192 else 16)
        return out
