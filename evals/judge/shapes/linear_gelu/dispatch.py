"""The product by the library; bias, GELU and residual in one pass whose block follows from the number of elements."""

import torch
import triton
import triton.language as tl
from torch import nn


@triton.jit
def finish(product, bias, x, out, n, width, BLOCK: tl.constexpr):
    at = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    v = tl.load(product + at, mask=inside, other=0.0) + tl.load(bias + at % width, mask=inside, other=0.0)
    v = 0.5 * v * (1.0 + tl.erf(v * 0.7071067811865476))
    tl.store(out + at, v + tl.load(x + at, mask=inside, other=0.0), mask=inside)


class ModelNew(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.linear = nn.Linear(width, width)

    def forward(self, x):
        x = x.contiguous()
        product = torch.mm(x, self.linear.weight.t())
        out = torch.empty_like(x)
        n = x.numel()
        block = 1024 if n >= 1 << 20 else 256
        finish[(triton.cdiv(n, block),)](product, self.linear.bias, x, out, n, x.shape[1], BLOCK=block, num_warps=4)
        return out
