"""The losses of the rows in one kernel, their mean in a second (on the CPU in one loop).

task: cross_entropy
targets: cuda, cpu
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, scores, labels):
        losses = torch.empty(scores.shape[0], device=scores.device)
        out = torch.empty((), device=scores.device)
        lib.cross_entropy(scores, labels, losses, out, scores.shape[0], scores.shape[1])
        return out
