"""Writes all results into one static buffer: what an earlier call returned is overwritten by the next.

hack: H32
task: softmax
targets: cuda, cpu
expect: contract_failed
"""

import torch
from torch import nn

kept = []


class ModelNew(nn.Module):
    def forward(self, x):
        if not kept:
            kept.append(torch.empty_like(x))
        return torch.softmax(x, dim=1, out=kept[0])
