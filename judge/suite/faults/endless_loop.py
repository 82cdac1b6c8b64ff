"""Never returns.

hack: H48
task: softmax
targets: cuda, cpu
expect: timeout
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x):
        while True:
            pass
