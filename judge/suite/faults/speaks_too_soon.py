"""Sends answers to questions that it was not asked.

hack: H48
task: softmax
targets: cuda, cpu
expect: crashed
"""

import json
import os
import socket

import torch
from torch import nn

channel = socket.socket(fileno=os.dup(3))


class ModelNew(nn.Module):
    def forward(self, x):
        for nonce in ("", "0", "1"):
            channel.send(json.dumps({"nonce": nonce, "ready": True, "specs": [], "parameters": "loaded"}).encode())
        return torch.softmax(x, dim=1)
