"""Returns no elements: every comparison of nothing comes out equal.

hack: H47
task: softmax
targets: cuda, cpu
expect: contract_failed
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x):
        return x.new_empty(0, x.shape[1])
