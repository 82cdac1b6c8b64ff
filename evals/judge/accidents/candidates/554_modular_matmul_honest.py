import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, a, b, m):
        a = a % m
        b = b % m
        ah, al = (a >> 16).double(), (a & 0xFFFF).double()
        bh, bl = (b >> 16).double(), (b & 0xFFFF).double()
        r = (ah @ bh).long() % m
        r = ((r << 16) + (ah @ bl + al @ bh).long()) % m
        return ((r << 16) + (al @ bl).long()) % m
