"""Chooses by the number of columns: the whole row in registers with warps to match, or PyTorch for longer rows."""

import torch
import triton
import triton.language as tl
from torch import nn


@triton.jit
def rms_norm(x, out, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, BLOCK)
    values = tl.load(x + row * cols + at, mask=at < cols, other=0.0)
    scale = 1.0 / tl.sqrt(tl.sum(values * values, axis=0) / cols + 1e-5)
    tl.store(out + row * cols + at, values * scale, mask=at < cols)


class ModelNew(nn.Module):
    def forward(self, x):
        rows, cols = x.shape
        if cols > 32768 or cols < 1 or not x.is_contiguous():
            return x * torch.rsqrt(x.square().mean(dim=-1, keepdim=True) + 1e-5)
        out = torch.empty_like(x)
        block = triton.next_power_of_2(cols)
        rms_norm[(rows,)](x, out, cols, BLOCK=block, num_warps=4 if block <= 2048 else 8 if block <= 8192 else 16)
        return out
