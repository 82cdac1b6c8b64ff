import torch
from torch import nn

from kernel import lib


class RmsNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, epsilon):
        y, scale = torch.empty_like(x), x.new_empty(x.shape[0])
        lib.rms_norm(x, weight, y, scale, x.shape[0], x.shape[1], epsilon)
        ctx.save_for_backward(x, weight, scale)
        return y

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, up):
        x, weight, scale = ctx.saved_tensors
        dx, dweight = torch.empty_like(x), torch.empty_like(weight)
        lib.rms_norm_backward(up.contiguous(), x, weight, scale, dx, dweight, x.shape[0], x.shape[1])
        return dx, dweight, None


class ModelNew(nn.Module):
    def __init__(self, features, epsilon):
        super().__init__()
        self.epsilon = epsilon
        self.weight = nn.Parameter(1.0 + 0.2 * torch.randn(features))

    def forward(self, x):
        return RmsNorm.apply(x.contiguous(), self.weight, self.epsilon)
