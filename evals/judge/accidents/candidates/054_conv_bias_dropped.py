import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv = nn.Conv2d(channels, 2 * channels, 3, padding=1)

    def forward(self, x):
        patches = F.unfold(x, 3, padding=1)
        out = self.conv.weight.flatten(1) @ patches
        return out.clamp_(min=0).view(x.shape[0], -1, x.shape[2], x.shape[3])
