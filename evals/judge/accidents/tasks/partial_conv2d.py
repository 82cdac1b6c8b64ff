import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Partial convolution for inpainting: renormalised by the valid share of each window, returns the new mask too."""

    def __init__(self, in_channels=8, out_channels=16, kernel_size=5):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(out_channels, in_channels, kernel_size, kernel_size))
        self.bias = nn.Parameter(torch.empty(out_channels))
        nn.init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        bound = 1.0 / math.sqrt(in_channels * kernel_size ** 2)
        nn.init.uniform_(self.bias, -bound, bound)
        self.kernel_size = kernel_size

    def forward(self, x, mask):
        k = self.kernel_size
        ones = torch.ones(1, 1, k, k, dtype=mask.dtype, device=mask.device)
        valid = F.conv2d(mask, ones, padding=k // 2)
        update = valid.clamp(0, 1)
        ratio = (k * k) / (valid + 1e-8) * update
        b = self.bias.view(1, -1, 1, 1)
        raw = F.conv2d(x * mask, self.weight, self.bias, padding=k // 2)
        out = ((raw - b) * ratio + b) * update
        return out, update


def get_inputs():
    x = torch.randn(2, 8, 48, 48)
    mask = (torch.rand(2, 1, 48, 48) > 0.1).float()
    return [x, mask]


def get_init_inputs():
    return [8, 16, 5]
