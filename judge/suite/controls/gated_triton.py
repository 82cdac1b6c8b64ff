"""The pointwise kernel that inductor writes for the chain.

task: gated
targets: cuda
language: triton
library: custom-only
"""

import torch
from torch import nn
import triton
import triton.language as tl


@triton.jit
def gated_kernel(x, y, out, count, BLOCK: tl.constexpr):
    at = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    inside = at < count
    a, b = tl.load(x + at, mask=inside), tl.load(y + at, mask=inside)
    tl.store(out + at, tl.maximum(a, 0.0) * tl.sigmoid(b) + 0.1 * a, mask=inside)


class ModelNew(nn.Module):
    def forward(self, x, y):
        out = torch.empty_like(x)
        gated_kernel[(triton.cdiv(x.numel(), 1024),)](x, y, out, x.numel(), BLOCK=1024)
        return out
