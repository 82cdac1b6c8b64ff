"""The same on work of some tens of microseconds: less than a hand-over scatters by.

hack: H5
task: row_sum
targets: cuda
expect: timing_disagrees
"""

import torch
from torch import nn

torch.cuda.synchronize = torch.cuda.Stream.synchronize = torch.cuda.Event.synchronize = lambda *_: None


class ModelNew(nn.Module):
    def forward(self, x):
        return torch.sum(x, dim=1)
