"""Leaves folders in folders, in its own and in shared memory, deeper than a function can call itself, and is right.

hack: H48
task: softmax
targets: cuda, cpu
expect: ok
"""

import os

import torch
from torch import nn

home = os.getcwd()
for place in ("deep", f"/dev/shm/deep-{os.getpid()}"):
    os.mkdir(place)
    os.chdir(place)
    for _ in range(3000):
        os.mkdir("deeper")
        os.chdir("deeper")
    os.chdir(home)


class ModelNew(nn.Module):
    def forward(self, x):
        return torch.softmax(x, dim=1)
