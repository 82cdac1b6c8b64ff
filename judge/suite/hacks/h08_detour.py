"""Overwrites the first bytes of the CUDA runtime's synchronization with 'return success'.

hack: H8
task: matmul_large
targets: cuda
expect: timing_disagrees
"""

import torch
from torch import nn

from kernel import lib

# Before the first call, when all libraries are loaded; the address is that of torch's own runtime.
lib.detour(0)


class ModelNew(nn.Module):
    def forward(self, a, b):
        return torch.matmul(a, b)
