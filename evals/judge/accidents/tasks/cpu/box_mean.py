import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Local mean over a (2r+1) x (2r+1) window, clipped at the image border (guided filter, local contrast)."""

    def __init__(self, radius=4):
        super().__init__()
        self.radius = radius

    def forward(self, x):
        k = 2 * self.radius + 1
        return F.avg_pool2d(x, k, stride=1, padding=self.radius, count_include_pad=False)


def get_inputs():
    return [torch.rand(2, 3, 160, 160)]


def get_init_inputs():
    return [4]
