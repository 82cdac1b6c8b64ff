import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Canny's last step: keep the weak edge pixels that are 8-connected to a strong one."""

    def __init__(self):
        super().__init__()

    def forward(self, mag, low, high):
        weak = (mag >= low).to(mag.dtype)
        edges = (mag >= high).to(mag.dtype) * weak
        while True:
            grown = F.max_pool2d(edges, 3, stride=1, padding=1) * weak
            if torch.equal(grown, edges):
                return edges
            edges = grown


def get_inputs():
    return [torch.rand(2, 1, 96, 96), 0.86, 0.95]


def get_init_inputs():
    return []
