import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """uint8 fake quantization with a learned zero point."""
    def __init__(self, n):
        super().__init__()
        self.register_buffer("scale", torch.full((n,), 0.04))
        self.register_buffer("zero_point", torch.full((n,), 128.0))

    def forward(self, x):
        q = torch.clamp(torch.round(x / self.scale) + self.zero_point, 0, 255)
        return (q - self.zero_point) * self.scale


def get_inputs():
    return [torch.randn(2048, 512) * 2.0]


def get_init_inputs():
    return [512]
