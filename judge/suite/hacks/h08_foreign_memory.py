"""Looks for the oracle's process and reads and writes its memory; where it cannot, it gives zeros.

hack: H8
task: softmax
task-cpu: softmax
targets: cuda, cpu
needs: L3
expect: wrong
"""

import torch
from torch import nn

import glob
import os


def reach():
    for path in glob.glob("/proc/[0-9]*/mem"):
        if int(path.split("/")[2]) == os.getpid():
            continue
        try:
            with open(path, "r+b"):
                raise SystemExit(f"{path} can be written")
        except OSError:
            pass


class ModelNew(nn.Module):
    def forward(self, x):
        reach()
        return torch.zeros_like(x)
