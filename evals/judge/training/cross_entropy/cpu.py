import torch
from kernel import lib
from torch import nn


class CrossEntropy(torch.autograd.Function):
    @staticmethod
    def forward(ctx, logits, labels):
        maxima, sums = logits.new_empty(2, len(logits))
        loss, count = logits.new_empty(()), logits.new_empty(())
        lib.forward_rows(logits, labels, maxima, sums, loss, count, *logits.shape)
        ctx.save_for_backward(logits, labels, maxima, sums, count)
        return loss

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, up):
        logits, labels, maxima, sums, count = ctx.saved_tensors
        up = up.contiguous()
        dlogits = torch.empty_like(logits)
        lib.backward_rows(up, logits, labels, maxima, sums, count, dlogits, *logits.shape)
        return dlogits, None


class ModelNew(nn.Module):
    def forward(self, logits, labels):
        return CrossEntropy.apply(logits.contiguous(), labels.contiguous())
