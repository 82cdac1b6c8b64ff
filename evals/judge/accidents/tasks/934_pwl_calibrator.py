import torch
import torch.nn as nn


class Model(nn.Module):
    """Piecewise linear calibration of every feature; constant outside of the keypoints."""

    def __init__(self, features, keypoints):
        super().__init__()
        self.register_buffer("keypoints", torch.linspace(-3.0, 3.0, keypoints).repeat(features, 1))
        self.values = nn.Parameter(torch.randn(features, keypoints))

    def forward(self, x):
        left = self.keypoints[:, :-1]
        width = (self.keypoints[:, 1:] - left).clamp_min(1e-12)
        share = ((x.unsqueeze(-1) - left) / width).clamp(0.0, 1.0)
        step = self.values[:, 1:] - self.values[:, :-1]
        return self.values[:, 0] + (share * step).sum(dim=-1)


def get_inputs():
    return [torch.randn(1024, 40)]


def get_init_inputs():
    return [40, 24]
