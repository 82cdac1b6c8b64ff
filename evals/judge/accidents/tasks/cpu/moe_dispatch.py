import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Top-1 routing into (experts, capacity, d); tokens beyond an expert's capacity are dropped, earlier tokens first."""
    def __init__(self, experts, capacity):
        super().__init__()
        self.e, self.c = experts, capacity

    def forward(self, x, expert):
        hot = F.one_hot(expert, self.e)
        pos = (hot.cumsum(0) * hot).sum(1) - 1
        keep = pos < self.c
        slot = torch.where(keep, expert * self.c + pos, self.e * self.c)
        buf = x.new_zeros(self.e * self.c + 1, x.shape[1])
        buf[slot] = x
        return buf[:-1].clone().view(self.e, self.c, -1), keep


def get_inputs():
    return [torch.randn(2048, 256), torch.randperm(2048) % 16]


def get_init_inputs():
    return [16, 160]
