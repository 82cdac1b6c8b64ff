import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, radius):
        super().__init__()
        self.radius = radius

    def forward(self, x):
        r = self.radius
        k = 2 * r + 1
        x = F.pad(x, (r, r, r, r), mode="reflect")
        rows = F.avg_pool2d(x, kernel_size=(k, 1), stride=1)
        return F.avg_pool2d(rows, kernel_size=(1, k), stride=1)
