import torch
import torch.nn as nn
import torch.nn.functional as F

valid = {"target": (0, 4)}


class Model(nn.Module):
    """Soft Dice loss per sample, averaged over the classes present in the annotation."""

    def __init__(self, num_classes):
        super().__init__()
        self.num_classes = num_classes

    def forward(self, logits, target):
        p = torch.softmax(logits, dim=1)
        onehot = F.one_hot(target, self.num_classes).permute(0, 4, 1, 2, 3).to(p.dtype)
        dims = (2, 3, 4)
        inter = (p * onehot).sum(dims)
        volume = onehot.sum(dims)
        denom = p.sum(dims) + volume
        dice = 2.0 * inter / denom
        present = (volume > 0).to(p.dtype)
        score = (dice * present).sum(1) / present.sum(1)
        return 1.0 - score


def get_inputs():
    return [torch.randn(2, 5, 24, 32, 32) * 2.0, torch.randint(0, 5, (2, 24, 32, 32))]


def get_init_inputs():
    return [5]
