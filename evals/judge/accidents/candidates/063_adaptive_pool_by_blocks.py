import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, out):
        super().__init__()
        self.pool = nn.AdaptiveAvgPool2d(out)

    def forward(self, x):
        n = self.pool.output_size
        h, w = x.shape[-2:]
        step = (h // n, w // n)
        return F.avg_pool2d(x, (h - (n - 1) * step[0], w - (n - 1) * step[1]), step)
