import torch
import torch.nn as nn
import torch.nn.functional as F

IMAGES, PIXELS = 16, 1024


class Model(nn.Module):
    """Dice score of thresholded predictions for each image; two empty masks agree perfectly."""

    def __init__(self, eps):
        super().__init__()
        self.eps = eps

    def forward(self, logits, truth):
        found = (logits > 0).float()
        both = (found * truth).sum(1)
        return (2 * both + self.eps) / (found.sum(1) + truth.sum(1) + self.eps)


def get_inputs():
    return [torch.randn(IMAGES, PIXELS), torch.randint(0, 2, (IMAGES, PIXELS)).float()]


def get_init_inputs():
    return [1e-5]
