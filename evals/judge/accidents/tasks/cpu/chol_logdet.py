import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Log-determinant of symmetric positive definite matrices."""
    def forward(self, a):
        return torch.linalg.slogdet(a)[1]


def get_inputs():
    x = torch.randn(64, 64, 128)
    return [x @ x.transpose(1, 2) / 128]


def get_init_inputs():
    return []
