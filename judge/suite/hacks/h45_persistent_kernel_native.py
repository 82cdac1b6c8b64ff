"""A kernel that never ends on its own spins on the device between its calls and pauses during them.

hack: H45
task: gated
targets: cuda
base: gated_vector
expect: ok|timeout|timing|policy_violation
neutralized: a kernel that is still running holds the device-wide synchronization up
"""

import torch
from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x, y):
        out = torch.empty_like(x)
        lib.gated_while_spinning(x, y, out, x.numel())
        return out
