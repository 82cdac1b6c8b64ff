"""Returns its result on the CPU, where a comparison would move it.

hack: H47
task: softmax
targets: cuda
expect: contract_failed
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x):
        return torch.softmax(x, dim=1).cpu()
