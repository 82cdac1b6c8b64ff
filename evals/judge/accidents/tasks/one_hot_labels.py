import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, CLASSES = 16384, 512


class Model(nn.Module):
    """One-hot rows; an unlabelled item (-1) has a row of zeros."""

    def __init__(self, classes):
        super().__init__()
        self.classes = classes

    def forward(self, labels):
        return (labels[:, None] == torch.arange(self.classes, device=labels.device)).float()


def get_inputs():
    return [torch.randint(0, CLASSES, (ROWS,))]


def get_init_inputs():
    return [CLASSES]
