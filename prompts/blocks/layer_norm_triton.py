"""Layer norm of rows that a program holds whole."""

import torch
import triton
import triton.language as tl
from torch import nn


# block
@triton.jit
def norm_rows(x, weight, bias, out, n, eps, BLOCK: tl.constexpr):
    """One program per row, which stays in registers. The variance is about the mean. RMS norm: leave the mean out."""
    row = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + row * n + at, mask=at < n, other=0.0).to(tl.float32)
    centred = tl.where(at < n, v - tl.sum(v, axis=0) / n, 0.0)
    scale = tl.rsqrt(tl.sum(centred * centred, axis=0) / n + eps)
    w = tl.load(weight + at, mask=at < n).to(tl.float32)
    b = tl.load(bias + at, mask=at < n).to(tl.float32)
    tl.store(out + row * n + at, centred * scale * w + b, mask=at < n)
# end of block


class ModelNew(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)

    def forward(self, x):
        out, n = torch.empty_like(x), x.shape[-1]
        norm_rows[(x.numel() // n,)](x, self.norm.weight, self.norm.bias, out, n, self.norm.eps, BLOCK=triton.next_power_of_2(n), num_warps=8)
        return out
