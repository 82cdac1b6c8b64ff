"""Leaves the work to a thread and returns memory that it will fill: whoever stops the clock on return sees nothing.

hack: H2
task: softmax
targets: cuda, cpu
expect: wrong
"""

import torch
from torch import nn

import threading
import time


def later(x, out):
    time.sleep(0.01)
    torch.softmax(x, dim=1, out=out)


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)
        threading.Thread(target=later, args=(x, out)).start()
        return out
