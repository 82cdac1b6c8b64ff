import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Stem tail of a ResNet: batch norm, ReLU, 3x3 max-pooling with stride 2."""

    def __init__(self, channels=64):
        super().__init__()
        self.bn = nn.BatchNorm2d(channels)
        self.pool = nn.MaxPool2d(3, stride=2, padding=1)
        nn.init.uniform_(self.bn.weight, 0.5, 1.5)
        nn.init.normal_(self.bn.bias, std=0.2)

    def forward(self, x):
        return self.pool(F.relu(self.bn(x)))


def get_inputs():
    return [torch.randn(8, 64, 56, 56)]


def get_init_inputs():
    return [64]
