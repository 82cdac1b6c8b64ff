import torch
from kernel import lib
from torch import nn

PARTS = 64


class RmsNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight):
        y, scales = torch.empty_like(x), x.new_empty(len(x))
        lib.forward_rows(x, weight, y, scales, *x.shape)
        ctx.save_for_backward(x, weight, scales)
        return y

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, up):
        x, weight, scales = ctx.saved_tensors
        up = up.contiguous()
        dx, parts = torch.empty_like(x), x.new_zeros(PARTS, x.shape[1])
        lib.backward_rows(up, x, weight, scales, dx, parts, PARTS, *x.shape)
        return dx, parts.sum(0)


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(features))

    def forward(self, x):
        return RmsNorm.apply(x.contiguous(), self.weight)
