import torch
import torch.nn as nn
import torch.nn.functional as F

READINGS, KNOTS = 800, 48


class Model(nn.Module):
    """Maps readings through a calibration table by linear interpolation; end values hold outside."""

    def forward(self, x, knots, values):
        i = torch.searchsorted(knots, x).clamp(1, knots.shape[0] - 1)
        t = ((x - knots[i - 1]) / (knots[i] - knots[i - 1])).clamp(0, 1)
        return values[i - 1] + t * (values[i] - values[i - 1])


def get_inputs():
    gaps = torch.rand(KNOTS) + 0.2
    knots = torch.cumsum(gaps, 0) - gaps[0]
    return [torch.rand(READINGS), knots / knots[-1], torch.cumsum(torch.randn(KNOTS), 0)]


def get_init_inputs():
    return []
