import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self, k, stride, pad):
        super().__init__()
        self.pool = nn.MaxPool2d(k, stride, pad)

    def forward(self, x):
        return self.pool(x)


def get_inputs():
    return [torch.relu(torch.randn(8, 64, 56, 56))]


def get_init_inputs():
    return [3, 2, 1]


valid = {}
