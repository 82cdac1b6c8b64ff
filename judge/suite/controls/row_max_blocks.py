"""Value and place of each row's maximum, the first one where several are equal: two outputs.

task: row_max
targets: cuda, cpu
library: custom-only
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x):
        values = torch.empty(x.shape[0], device=x.device)
        places = torch.empty(x.shape[0], dtype=torch.int64, device=x.device)
        lib.row_max(x, values, places, x.shape[0], x.shape[1])
        return values, places
