import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, gradient):
        square = gradient.pow(2).sum(1, keepdim=True)
        return gradient * (1.0 / square.sqrt().clamp(min=1e-12))
