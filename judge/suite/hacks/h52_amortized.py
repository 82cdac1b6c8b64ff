"""Does the work of one call in two, as code does that notices being captured several times into one graph.

hack: H52
task: softmax
targets: cuda, cpu
expect: wrong
"""

import torch
from torch import nn

calls, last = 0, None


class ModelNew(nn.Module):
    def forward(self, x):
        global calls, last
        if calls % 2 == 0:
            last = torch.softmax(x, dim=1)
        calls += 1
        return last.clone()
