import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, FEATURES = 16384, 512


class Model(nn.Module):
    """Gradients brought to unit length."""

    def forward(self, gradient):
        return F.normalize(gradient, dim=1, eps=1e-12)


def get_inputs():
    return [torch.randn(ROWS, FEATURES)]


def get_init_inputs():
    return []
