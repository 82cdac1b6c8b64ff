import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, data, offsets, x):
        y = torch.zeros_like(x)
        for row, k in zip(data.unbind(0), offsets.tolist()):
            y += torch.roll(row * x, -k, dims=-1)
        return y
