import torch
from kernel import lib
from torch import nn


class Swiglu(torch.autograd.Function):
    @staticmethod
    def forward(ctx, gate, linear):
        y = torch.empty_like(gate)
        lib.forward_all(gate, linear, y, gate.numel())
        ctx.save_for_backward(gate, linear)
        return y

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, up):
        gate, linear = ctx.saved_tensors
        up = up.contiguous()
        dgate, dlinear = torch.empty_like(gate), torch.empty_like(linear)
        lib.backward_all(up, gate, linear, dgate, dlinear, gate.numel())
        return dgate, dlinear


class ModelNew(nn.Module):
    def forward(self, gate, linear):
        return Swiglu.apply(gate.contiguous(), linear.contiguous())
