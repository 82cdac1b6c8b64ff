import torch
import torch.nn as nn
import torch.nn.functional as F

valid = {"alpha": (0, 1)}


class Model(nn.Module):
    """Front-to-back compositing of a volume along its first axis."""

    def __init__(self):
        super().__init__()

    def forward(self, alpha, value):
        out = torch.zeros_like(value[:, 0])
        trans = torch.ones_like(value[:, 0])
        for k in range(alpha.shape[1]):
            out = out + trans * alpha[:, k] * value[:, k]
            trans = trans * (1.0 - alpha[:, k])
        return out


def get_inputs():
    return [torch.rand(2, 48, 64, 64) * 0.3, torch.rand(2, 48, 64, 64)]


def get_init_inputs():
    return []
