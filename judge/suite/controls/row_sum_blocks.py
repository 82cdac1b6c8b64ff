"""Parts of a row by many blocks, then the parts by a second kernel.

task: row_sum
targets: cuda, cpu
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x):
        parts = torch.empty(x.shape[0], 16, device=x.device)
        out = torch.empty(x.shape[0], device=x.device)
        lib.row_sum(x, parts, out, x.shape[0], x.shape[1])
        return out
