import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x, low, high):
        return torch.maximum(torch.minimum(x, high), low)
