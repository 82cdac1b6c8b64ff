import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x):
        mean = x.mean(1, keepdim=True)
        variance = (x * x).mean(1, keepdim=True) - mean * mean
        return (x - mean) / variance.clamp(min=0).sqrt()
