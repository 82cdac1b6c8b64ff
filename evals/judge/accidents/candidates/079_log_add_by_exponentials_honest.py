import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, a, b):
        return torch.maximum(a, b) + torch.log1p((-(a - b).abs().masked_fill(a == b, 0.0)).exp())
