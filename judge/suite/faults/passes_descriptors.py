"""Sends a thousand descriptors over its channel.

hack: H48
task: softmax
targets: cuda, cpu
expect: crashed
"""

import os
import socket

import torch
from torch import nn

channel = socket.socket(fileno=os.dup(3))


class ModelNew(nn.Module):
    def forward(self, x):
        for _ in range(200):
            socket.send_fds(channel, [b"{}"], [0] * 200)
        return torch.softmax(x, dim=1)
