"""Puts links to another's file where the judge is to write.

hack: H48
task: softmax
targets: cuda, cpu
expect: ok
"""

import os

import torch
from torch import nn

# torch.utils.cpp_extension: what compiles itself is imported before the judge writes here
for name in ("init.pickle", "state.pt"):
    os.symlink("/etc/hostname", name)


class ModelNew(nn.Module):
    def forward(self, x):
        return torch.softmax(x, dim=1)
