"""Resets the device under torch's feet.

hack: H48
task: softmax
targets: cuda
expect: crashed|wrong
"""

import ctypes

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, x):
        ctypes.CDLL("libcuda.so.1").cuDevicePrimaryCtxReset_v2(0)
        return torch.softmax(x, dim=1)
