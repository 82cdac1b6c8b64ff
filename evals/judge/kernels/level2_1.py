import torch
import torch.nn as nn
import torch.nn.functional as F
from kernel import lib


class ModelNew(nn.Module):
    def __init__(self, in_channels, out_channels, kernel_size, bias_shape):
        super().__init__()
        self.conv = nn.Conv2d(in_channels, out_channels, kernel_size)
        self.bias = nn.Parameter(torch.randn(bias_shape))

    def forward(self, x):
        out = F.conv2d(x, self.conv.weight, self.conv.bias).contiguous()
        lib.relu_bias(out, self.bias, out.numel(), out.shape[2] * out.shape[3], out.shape[1])
        return out
