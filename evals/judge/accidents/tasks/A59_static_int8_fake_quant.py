import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self, channels):
        super().__init__()
        # calibrated: range / 127
        self.register_buffer("scale", torch.linspace(0.06, 0.09, channels))

    def forward(self, x):
        q = torch.round(x / self.scale)
        q = torch.clamp(q, -128, 127)
        return q * self.scale


def get_inputs():
    return [torch.randn(32, 196, 384)]


def get_init_inputs():
    return [384]


valid = {}
