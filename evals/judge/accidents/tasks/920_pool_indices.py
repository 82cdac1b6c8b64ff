import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Encoder pooling of SegNet: the maximum and its place, for the unpooling of the decoder."""

    def __init__(self, kernel=3, stride=2, padding=1):
        super().__init__()
        self.kernel, self.stride, self.padding = kernel, stride, padding

    def forward(self, x):
        y, idx = F.max_pool2d(x, self.kernel, self.stride, self.padding, return_indices=True)
        return y, idx


def get_inputs():
    return [torch.randn(2, 24, 56, 56, dtype=torch.float64).float()]


def get_init_inputs():
    return [3, 2, 1]
