"""One pass over all elements. Small calls go to PyTorch, whose launches are shorter."""

import torch
import triton
import triton.language as tl
from torch import nn


@triton.jit
def swiglu(gate, up, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    g = tl.load(gate + at, mask=at < n, other=0.0)
    u = tl.load(up + at, mask=at < n, other=0.0)
    tl.store(out + at, g / (1.0 + tl.exp(-g)) * u, mask=at < n)


class ModelNew(nn.Module):
    def forward(self, gate, up):
        n = gate.numel()
        if n < 1 << 20 or not (gate.is_contiguous() and up.is_contiguous()):
            return torch.nn.functional.silu(gate) * up
        out = torch.empty_like(gate)
        swiglu[(triton.cdiv(n, 1024),)](gate, up, out, n, BLOCK=1024, num_warps=4)
        return out
