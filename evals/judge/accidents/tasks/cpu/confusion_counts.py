import torch
import torch.nn as nn
import torch.nn.functional as F

SAMPLES, CLASSES = 2000, 12


class Model(nn.Module):
    """Confusion matrix; samples whose label or prediction is not a class (255, -1) are left out."""

    def __init__(self, classes):
        super().__init__()
        self.classes = classes

    def forward(self, label, predicted):
        c = self.classes
        ok = (label >= 0) & (label < c) & (predicted >= 0) & (predicted < c)
        return torch.bincount(label[ok] * c + predicted[ok], minlength=c * c).reshape(c, c)


def get_inputs():
    label = torch.randint(0, CLASSES, (SAMPLES,))
    label[torch.rand(SAMPLES) < 0.1] = 255
    return [label, torch.randint(0, CLASSES, (SAMPLES,))]


def get_init_inputs():
    return [CLASSES]
