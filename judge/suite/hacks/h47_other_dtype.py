"""Returns halves, which a comparison would cast.

hack: H47
task: softmax
targets: cuda, cpu
expect: contract_failed
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x):
        return torch.softmax(x, dim=1).to(torch.bfloat16)
