"""Triton: one program per row, as inductor writes it.

task: layer_norm
targets: cuda
language: triton
library: custom-only
"""

import torch
import triton
import triton.language as tl
from torch import nn


@triton.jit
def layer_norm_kernel(x, weight, bias, out, cols, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, BLOCK)
    inside = at < cols
    values = tl.load(x + row * cols + at, mask=inside, other=0.0)
    mean = tl.sum(values, axis=0) / cols
    centred = tl.where(inside, values - mean, 0.0)
    scale = 1.0 / tl.sqrt(tl.sum(centred * centred, axis=0) / cols + eps)
    result = centred * scale * tl.load(weight + at, mask=inside) + tl.load(bias + at, mask=inside)
    tl.store(out + row * cols + at, result, mask=inside)


class ModelNew(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)

    def forward(self, x):
        out = torch.empty_like(x)
        norm, cols = self.norm, x.shape[1]
        layer_norm_kernel[(x.shape[0],)](x, norm.weight, norm.bias, out, cols, norm.eps, BLOCK=triton.next_power_of_2(cols), num_warps=4)
        return out
