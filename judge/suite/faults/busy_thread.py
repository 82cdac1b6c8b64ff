"""Keeps a core busy in a thread that never ends, and is right.

hack: H48
task: softmax
targets: cuda, cpu
expect: ok|timing|timeout|policy_violation
"""

import threading

import torch
from torch import nn

def spin():
    while True:
        sum(range(1000))


threading.Thread(target=spin, daemon=True).start()


class ModelNew(nn.Module):
    def forward(self, x):
        return torch.softmax(x, dim=1)
