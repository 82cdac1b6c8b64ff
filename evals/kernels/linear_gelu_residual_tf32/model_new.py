import torch
from torch import nn
import triton
import triton.language as tl


@triton.jit
def linear_gelu_residual(x, weight, bias, out, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    """One TF32 product on tensor cores with the bias, the GELU and the residual behind it. x is (m, k), weight (n, k), and n = k."""
    rows = tl.program_id(0) * M + tl.arange(0, M)
    cols = tl.program_id(1) * N + tl.arange(0, N)
    total = tl.zeros((M, N), dtype=tl.float32)
    for first in range(0, k, K):
        inner = first + tl.arange(0, K)
        left = tl.load(x + rows[:, None] * k + inner[None, :], mask=(rows[:, None] < m) & (inner[None, :] < k), other=0.0)
        right = tl.load(weight + cols[None, :] * k + inner[:, None], mask=(cols[None, :] < n) & (inner[:, None] < k), other=0.0)
        total += tl.dot(left, right, input_precision="tf32")
    inside = (rows[:, None] < m) & (cols[None, :] < n)
    y = total + tl.load(bias + cols, mask=cols < n, other=0.0)[None, :]
    scaled = 2.0 * 0.7978845608028654 * (y + 0.044715 * y * y * y)
    gelu = y * tl.sigmoid(scaled)  # 0.5 * (1 + tanh(a)) = sigmoid(2 * a)
    residual = tl.load(x + rows[:, None] * n + cols[None, :], mask=inside, other=0.0)
    tl.store(out + rows[:, None] * n + cols[None, :], residual + gelu, mask=inside)


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.linear = nn.Linear(features, features)

    def forward(self, x):
        x, weight = x.contiguous(), self.linear.weight
        (m, k), n = x.shape, weight.shape[0]
        out = torch.empty(m, n, device=x.device)
        linear_gelu_residual[(triton.cdiv(m, 64), triton.cdiv(n, 64))](x, weight, self.linear.bias, out, m, n, k, M=64, N=64, K=32, num_warps=4, num_stages=3)
        return out
