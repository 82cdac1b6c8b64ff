import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.up = nn.ConvTranspose2d(channels, channels, 2, stride=2, groups=channels, bias=False)

    def forward(self, x):
        w = self.up.weight
        b, c, h, v = x.shape
        y = x[:, :, :, None, :, None] * w[:, 0][:, None, :, None, :]
        return y.reshape(b, c, 2 * h, 2 * v)
