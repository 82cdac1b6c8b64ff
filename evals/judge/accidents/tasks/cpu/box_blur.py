import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Box blur with a (2r+1)x(2r+1) window and mirrored borders."""

    def __init__(self, radius):
        super().__init__()
        self.radius = radius

    def forward(self, x):
        r = self.radius
        x = F.pad(x, (r, r, r, r), mode="reflect")
        return F.avg_pool2d(x, kernel_size=2 * r + 1, stride=1)


def get_inputs():
    return [torch.rand(2, 1, 128, 160)]


def get_init_inputs():
    return [4]
