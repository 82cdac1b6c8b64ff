"""A row per program forward. Backward, a program takes every 528th row and keeps its part of the weight's gradient in registers."""

import torch
import triton
import triton.language as tl
from torch import nn

PARTS = 528


@triton.jit
def forward_rows(x, weight, y, scales, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, BLOCK)
    values = tl.load(x + row * cols + at, mask=at < cols, other=0.0)
    w = tl.load(weight + at, mask=at < cols, other=0.0)
    scale = 1.0 / tl.sqrt(tl.sum(values * values, axis=0) / cols + 1e-6)
    tl.store(y + row * cols + at, values * scale * w, mask=at < cols)
    tl.store(scales + row, scale)


@triton.jit
def backward_rows(up, x, weight, scales, dx, parts, rows, cols, PARTS: tl.constexpr, BLOCK: tl.constexpr):
    first = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    w = tl.load(weight + at, mask=at < cols, other=0.0)
    part = tl.zeros((BLOCK,), dtype=tl.float32)
    for row in range(first, rows, PARTS):
        values = tl.load(x + row * cols + at, mask=at < cols, other=0.0)
        given = tl.load(up + row * cols + at, mask=at < cols, other=0.0)
        scale = tl.load(scales + row)
        unit = values * scale
        mean = tl.sum(given * w * unit, axis=0) / cols
        tl.store(dx + row * cols + at, scale * (given * w - unit * mean), mask=at < cols)
        part += unit * given
    tl.store(parts + first * cols + at, part, mask=at < cols)


class RmsNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight):
        rows, cols = x.shape
        y, scales = torch.empty_like(x), x.new_empty(rows)
        forward_rows[(rows,)](x, weight, y, scales, cols, BLOCK=triton.next_power_of_2(cols), num_warps=8)
        ctx.save_for_backward(x, weight, scales)
        return y

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, up):
        x, weight, scales = ctx.saved_tensors
        up = up.contiguous()
        rows, cols = x.shape
        dx, parts = torch.empty_like(x), x.new_empty(PARTS, cols)
        backward_rows[(PARTS,)](up, x, weight, scales, dx, parts, rows, cols, PARTS=PARTS, BLOCK=triton.next_power_of_2(cols), num_warps=8)
        return dx, parts.sum(0)


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(features))

    def forward(self, x):
        return RmsNorm.apply(x.contiguous(), self.weight)
