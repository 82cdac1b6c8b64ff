import torch
import torch.nn as nn
from kernel import lib


class ModelNew(nn.Module):
    def __init__(self, in_channels, out_channels, kernel_size, stride, padding, output_padding, bias_shape, scaling_factor):
        super().__init__()
        self.conv_transpose = nn.ConvTranspose2d(in_channels, out_channels, kernel_size, stride=stride, padding=padding, output_padding=output_padding)
        self.bias = nn.Parameter(torch.randn(bias_shape))
        self.scaling_factor = scaling_factor

    def forward(self, x):
        out = self.conv_transpose(x).contiguous()
        lib.bias_clamp_scale(out, self.bias, out.numel(), out.shape[2] * out.shape[3], out.shape[1], float(self.scaling_factor))
        return out
