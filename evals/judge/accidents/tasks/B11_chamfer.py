import torch
import torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    """Symmetric squared Chamfer distance of two point clouds, one value per pair."""

    def __init__(self):
        super().__init__()

    def forward(self, a, b):
        diff = a[:, :, None, :] - b[:, None, :, :]
        d2 = (diff * diff).sum(-1)
        return d2.amin(2).mean(1) + d2.amin(1).mean(1)


def get_inputs():
    return [torch.randn(2, 500, 3), torch.randn(2, 450, 3)]


def get_init_inputs():
    return []
