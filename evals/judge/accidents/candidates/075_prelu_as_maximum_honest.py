import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.act = nn.PReLU(channels)

    def forward(self, x):
        a = self.act.weight.view(1, -1, 1, 1)
        return x.clamp(min=0) + a * x.clamp(max=0)
