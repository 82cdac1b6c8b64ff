import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Median of a square window (odd size) around each pixel, the border is repeated."""

    def __init__(self, size=5):
        super().__init__()
        self.size = size

    def forward(self, img):
        r = self.size // 2
        n, c, h, w = img.shape
        padded = F.pad(img, (r, r, r, r), mode="replicate")
        windows = padded.unfold(2, self.size, 1).unfold(3, self.size, 1)
        return windows.reshape(n, c, h, w, -1).median(-1).values


def get_inputs():
    return [torch.randint(0, 256, (2, 1, 80, 80)).float()]


def get_init_inputs():
    return []
