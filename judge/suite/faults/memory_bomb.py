"""Takes memory until there is none.

hack: H48
task: softmax
targets: cuda, cpu
expect: crashed|timeout
"""

import torch
from torch import nn

held = []


class ModelNew(nn.Module):
    def forward(self, x):
        while True:
            held.append(torch.ones(1 << 26))
