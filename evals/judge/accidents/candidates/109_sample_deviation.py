import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x):
        d = x - x.mean(1, keepdim=True)
        return d * (d.square().sum(1, keepdim=True) / (x.shape[1] - 1)).rsqrt()
