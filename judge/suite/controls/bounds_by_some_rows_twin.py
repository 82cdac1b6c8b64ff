"""The honest twin of bounds_by_some_rows: it looks at all rows.

task: bounded
targets: cuda, cpu
"""

import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, x, low, high):
        unbounded = (low.max() <= x.min()) & (x.max() <= high.min())
        return torch.tanh(x if bool(unbounded) else torch.minimum(torch.maximum(x, low), high))
