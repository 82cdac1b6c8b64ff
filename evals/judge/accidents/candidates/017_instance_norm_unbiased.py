import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x):
        mean = x.mean((2, 3), keepdim=True)
        variance = x.var((2, 3), keepdim=True)
        return (x - mean) * torch.rsqrt(variance + 1e-5)
