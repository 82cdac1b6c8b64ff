"""Online softmax of rows with its log-sum-exp."""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x):
        out, lse = torch.empty_like(x), x.new_empty(x.shape[:-1])
        lib.softmax_lse(x, out, lse, x.numel() // x.shape[-1], x.shape[-1])
        return out, lse
