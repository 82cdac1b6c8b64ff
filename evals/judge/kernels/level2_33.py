import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def scale_norm_kernel(x, scale, weight, bias, running_mean, running_var, out, width, eps, momentum, ROWS: tl.constexpr, COLS: tl.constexpr):
    cols = tl.program_id(0) * COLS + tl.arange(0, COLS)
    places = tl.arange(0, ROWS)[:, None] * width + cols[None, :]
    values = tl.load(x + places) * tl.load(scale + cols)[None, :]
    mean = tl.sum(values, axis=0) / ROWS
    centred = values - mean[None, :]
    spread = tl.sum(centred * centred, axis=0) / ROWS
    factor = tl.load(weight + cols) / tl.sqrt(spread + eps)
    tl.store(out + places, centred * factor[None, :] + tl.load(bias + cols)[None, :])
    tl.store(running_mean + cols, (1 - momentum) * tl.load(running_mean + cols) + momentum * mean)
    unbiased = spread * (ROWS / (ROWS - 1))
    tl.store(running_var + cols, (1 - momentum) * tl.load(running_var + cols) + momentum * unbiased)


class ModelNew(nn.Module):
    def __init__(self, in_features, out_features, scale_shape, eps=1e-5, momentum=0.1):
        super().__init__()
        self.gemm = nn.Linear(in_features, out_features)
        self.scale = nn.Parameter(torch.randn(scale_shape))
        self.bn = nn.BatchNorm1d(out_features, eps=eps, momentum=momentum)

    def forward(self, x):
        x, bn = self.gemm(x), self.bn
        if not self.training:
            return bn(x * self.scale)
        out = torch.empty_like(x)
        grid = (x.shape[1] // 8,)
        kept = (bn.weight, bn.bias, bn.running_mean, bn.running_var)
        scale_norm_kernel[grid](x, self.scale, *kept, out, x.shape[1], bn.eps, bn.momentum, ROWS=x.shape[0], COLS=8, num_warps=8)
        bn.num_batches_tracked.add_(1)
        return out
