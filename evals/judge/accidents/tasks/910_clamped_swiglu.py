import torch
import torch.nn as nn


class Model(nn.Module):
    """Clamped SwiGLU (gpt-oss): gate and up come from the first expert projection."""

    def __init__(self, alpha, limit):
        super().__init__()
        self.alpha, self.limit = alpha, limit

    def forward(self, gate, up):
        gate = gate.clamp(max=self.limit)
        up = up.clamp(-self.limit, self.limit)
        return ((up + 1.0) * (gate * torch.sigmoid(gate * self.alpha))).contiguous()


def get_inputs():
    return [torch.randn(4, 256, 512) * 3.0, torch.randn(4, 256, 512) * 3.0]


def get_init_inputs():
    return [1.702, 7.0]
