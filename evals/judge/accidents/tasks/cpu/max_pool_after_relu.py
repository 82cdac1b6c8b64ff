import torch
import torch.nn as nn
import torch.nn.functional as F

BATCH, CHANNELS, SIDE = 2, 8, 28


class Model(nn.Module):
    def forward(self, x):
        return F.max_pool2d(x, 3, stride=2, padding=1)


def get_inputs():
    return [torch.relu(torch.randn(BATCH, CHANNELS, SIDE, SIDE))]


def get_init_inputs():
    return []
