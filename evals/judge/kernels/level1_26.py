import torch
import torch.nn as nn
from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)
        lib.gelu(x, out, x.numel())
        return out
