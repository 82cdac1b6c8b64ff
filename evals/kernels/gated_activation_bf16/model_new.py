import torch
from torch import nn

from kernel import lib  # the functions of kernel.cpp


class ModelNew(nn.Module):
    def forward(self, x, gate):
        x, gate = x.contiguous(), gate.contiguous()
        out = torch.empty_like(x)
        lib.gated_activation(x, gate, out, x.numel())
        return out
