import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x, low, high):
        return torch.minimum(torch.maximum(x, low), high)
