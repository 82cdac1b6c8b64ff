import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, a, b):
        dot = (a * b).sum(1)
        left = (a * a).sum(1).clamp(min=1e-16)
        right = (b * b).sum(1).clamp(min=1e-16)
        return dot * left.rsqrt() * right.rsqrt()
