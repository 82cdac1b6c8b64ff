import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def __init__(self, channels=64, factor=2):
        super().__init__()
        self.factor = factor
        self.bias = nn.Parameter(torch.zeros(channels))
        self.slope = nn.Parameter(torch.full((channels,), 0.25))

    def forward(self, x):
        y = x + self.bias.view(1, -1, 1, 1)
        y = F.prelu(y, self.slope)
        return F.pixel_shuffle(y, self.factor).contiguous()
