import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Last observation carried forward; a learned default before the first one."""

    def __init__(self, channels=16):
        super().__init__()
        self.default = nn.Parameter(0.1 * torch.randn(channels))

    def forward(self, x, mask):
        last = self.default.expand(x.shape[0], -1)
        out = []
        for t in range(x.shape[1]):
            last = torch.where(mask[:, t], x[:, t], last)
            out.append(last)
        return torch.stack(out, 1)


def get_inputs():
    mask = torch.rand(32, 512, 16) < 0.7
    return [torch.randn(32, 512, 16) * mask, mask]   # zero-filled where missing


def get_init_inputs():
    return [16]
