"""Right for the first twenty calls, then it gives the last right result again.

hack: H21
task: softmax
targets: cuda, cpu
expect: timing
"""

import torch
from torch import nn

calls, last = 0, None


class ModelNew(nn.Module):
    def forward(self, x):
        global calls, last
        calls += 1
        if calls <= 20:
            last = torch.softmax(x, dim=1)
        return last.clone()
