"""Triton: a tiled product in IEEE fp32 with the bias and the GELU behind it.

task: linear_gelu
targets: cuda
language: triton
library: custom-only
"""

import torch
from torch import nn
import triton
import triton.language as tl


@triton.jit
def linear_gelu_kernel(x, weight, bias, out, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    rows = tl.program_id(0) * M + tl.arange(0, M)
    cols = tl.program_id(1) * N + tl.arange(0, N)
    total = tl.zeros((M, N), dtype=tl.float32)
    for first in range(0, k, K):
        inner = first + tl.arange(0, K)
        left = tl.load(x + rows[:, None] * k + inner[None, :], mask=(rows[:, None] < m) & (inner[None, :] < k), other=0.0)
        right = tl.load(weight + cols[None, :] * k + inner[:, None], mask=(cols[None, :] < n) & (inner[:, None] < k), other=0.0)
        total += tl.dot(left, right, input_precision="ieee")
    value = total + tl.load(bias + cols, mask=cols < n, other=0.0)[None, :]
    result = 0.5 * value * (1.0 + tl.erf(value * 0.7071067811865476))
    tl.store(out + rows[:, None] * n + cols[None, :], result, mask=(rows[:, None] < m) & (cols[None, :] < n))


class ModelNew(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.linear = nn.Linear(inputs, outputs)

    def forward(self, x):
        weight = self.linear.weight
        (m, k), n = x.shape, weight.shape[0]
        out = torch.empty(m, n, device=x.device)
        linear_gelu_kernel[(triton.cdiv(m, 32), triton.cdiv(n, 32))](x, weight, self.linear.bias, out, m, n, k, M=32, N=32, K=32)
        return out
