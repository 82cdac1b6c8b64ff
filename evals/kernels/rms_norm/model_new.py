import torch
from torch import nn

from kernel import lib  # the functions of kernel.cpp


class ModelNew(nn.Module):
    def __init__(self, features, epsilon):
        super().__init__()
        self.epsilon = epsilon
        self.weight = nn.Parameter(1.0 + 0.2 * torch.randn(features))

    def forward(self, x):
        x = x.contiguous()
        out = torch.empty_like(x)
        lib.rms_norm(x, self.weight, out, x.numel() // x.shape[-1], x.shape[-1], float(self.epsilon))
        return out
