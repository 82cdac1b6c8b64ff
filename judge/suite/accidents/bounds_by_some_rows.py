"""Ignores the bounds if none of them is reached in every sixteenth row.

task: bounded
targets: cuda, cpu
expect: wrong
"""

import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, x, low, high):
        some, least, most = x[::16], low[::16], high[::16]
        unbounded = (least.max() <= some.min()) & (some.max() <= most.min())
        return torch.tanh(x if bool(unbounded) else torch.minimum(torch.maximum(x, low), high))
