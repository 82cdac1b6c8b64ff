import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, CLASSES = 8192, 1024


class Model(nn.Module):
    """Index of the largest score, the first one among equals."""

    def forward(self, scores):
        return torch.argmax(scores, dim=1)


def get_inputs():
    return [torch.randn(ROWS, CLASSES)]


def get_init_inputs():
    return []
