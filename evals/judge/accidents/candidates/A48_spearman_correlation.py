import math
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    @staticmethod
    def rank(x):
        return (x.argsort(dim=-1).argsort(dim=-1) + 1).to(x.dtype)

    def forward(self, x, y):
        rx, ry = self.rank(x), self.rank(y)
        rx = rx - rx.mean(-1, keepdim=True)
        ry = ry - ry.mean(-1, keepdim=True)
        den = torch.sqrt((rx * rx).sum(-1)) * torch.sqrt((ry * ry).sum(-1))
        return (rx * ry).sum(-1) / den.clamp_min(1e-12)
