import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, predicted, target):
        d = (predicted - target).abs()
        return torch.where(d < 1.0, 0.5 * d * d, d).mean()
