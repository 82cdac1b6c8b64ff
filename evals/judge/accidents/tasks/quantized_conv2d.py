import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """3x3 convolution of uint8 activations (scale, zero point) with int8 weights (scale per output channel)."""

    def __init__(self, in_channels, out_channels):
        super().__init__()
        self.register_buffer("weight_q", torch.randint(-127, 128, (out_channels, in_channels, 3, 3), dtype=torch.int8))
        self.register_buffer("weight_scale", 0.0005 + 0.001 * torch.rand(out_channels))
        self.register_buffer("bias", torch.randn(out_channels) * 0.1)

    def forward(self, x_q, scale, zero_point):
        x = (x_q.to(torch.float32) - zero_point) * scale
        w = self.weight_q.to(torch.float32) * self.weight_scale.view(-1, 1, 1, 1)
        return F.conv2d(x, w, self.bias, padding=1)


def get_inputs():
    return [torch.randint(0, 256, (1, 32, 32, 32), dtype=torch.uint8), 0.02, 0]


def get_init_inputs():
    return [32, 32]
