import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, batch, channels, taps):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(channels, taps))
        self.bias = nn.Parameter(torch.randn(channels))
        self.register_buffer("window", torch.zeros(batch, channels, taps))

    def forward(self, x):
        window = torch.cat([self.window[:, :, 1:], x.unsqueeze(-1)], -1)
        self.window.copy_(window)
        y = torch.einsum("bck,ck->bc", window, self.weight) + self.bias
        return y * torch.sigmoid(y)
