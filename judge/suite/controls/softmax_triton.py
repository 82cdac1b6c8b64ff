"""Triton with autotuning: one program per row, the whole row in registers.

task: softmax
targets: cuda
language: triton
library: custom-only
"""

import torch
import triton
import triton.language as tl
from torch import nn


@triton.autotune(configs=[triton.Config({}, num_warps=warps) for warps in (2, 4, 8)], key=["cols"])
@triton.jit
def softmax_kernel(x, out, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, BLOCK)
    values = tl.load(x + row * cols + at, mask=at < cols, other=-float("inf"))
    weights = tl.exp(values - tl.max(values, axis=0))
    tl.store(out + row * cols + at, weights / tl.sum(weights, axis=0), mask=at < cols)


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)
        softmax_kernel[(x.shape[0],)](x, out, x.shape[1], BLOCK=triton.next_power_of_2(x.shape[1]))
        return out
