import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, gradient):
        square = gradient.pow(2).sum(1, keepdim=True)
        return gradient * (square + 1e-12).rsqrt()
