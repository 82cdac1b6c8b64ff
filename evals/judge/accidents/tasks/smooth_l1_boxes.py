import torch
import torch.nn as nn
import torch.nn.functional as F

BOXES = 500000


class Model(nn.Module):
    """Boxes in relative coordinates."""

    def forward(self, predicted, target):
        return F.smooth_l1_loss(predicted, target, beta=1.0)


def get_inputs():
    return [torch.rand(BOXES, 4), torch.rand(BOXES, 4)]


def get_init_inputs():
    return []
