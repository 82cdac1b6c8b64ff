import math
import torch


def prepare(model, inputs):
    lower, diag, upper, rhs = inputs
    kh2 = 2.0
    return [torch.full_like(lower, -1.0), torch.full_like(diag, 2.0 - kh2), torch.full_like(upper, -1.0), rhs]
