import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, a, b, m):
        a = a % m
        b = b % m
        return (a.double() @ b.double()).long() % m
