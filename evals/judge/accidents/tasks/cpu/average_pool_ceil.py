import torch
import torch.nn as nn
import torch.nn.functional as F

BATCH, CHANNELS, SIDE = 2, 8, 32


class Model(nn.Module):
    def forward(self, x):
        return F.avg_pool2d(x, 2, stride=2, ceil_mode=True)


def get_inputs():
    return [torch.randn(BATCH, CHANNELS, SIDE, SIDE)]


def get_init_inputs():
    return []
