"""Leaves a thread running that never ends.

hack: H48
task: softmax
targets: cuda, cpu
expect: ok|timing
"""

import threading

import torch
from torch import nn

threading.Thread(target=lambda: threading.Event().wait(), daemon=False).start()


class ModelNew(nn.Module):
    def forward(self, x):
        return torch.softmax(x, dim=1)
