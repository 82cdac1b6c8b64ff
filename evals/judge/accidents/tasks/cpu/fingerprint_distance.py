import torch
import torch.nn as nn
import torch.nn.functional as F

QUERIES, STORED = 24, 64


class Model(nn.Module):
    """Number of differing bits between 64-bit fingerprints."""

    def forward(self, queries, stored):
        x = queries[:, None] ^ stored[None, :]
        x = x - ((x >> 1) & 0x5555555555555555)
        x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
        x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
        x = x + (x >> 8)
        x = x + (x >> 16)
        x = x + (x >> 32)
        return x & 0x7F


def get_inputs():
    return [torch.randint(0, 2**31, (QUERIES,)), torch.randint(0, 2**31, (STORED,))]


def get_init_inputs():
    return []
