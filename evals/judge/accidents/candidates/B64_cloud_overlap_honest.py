import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, cover, emission):
        gap = 1.0 - cover
        through = torch.cumprod(gap, dim=1)
        out = cover * emission
        out[:, 1:] *= through[:, :-1]
        return out
