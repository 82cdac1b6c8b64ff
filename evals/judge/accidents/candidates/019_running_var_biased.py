import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.norm = nn.BatchNorm1d(features)

    def forward(self, x):
        n = self.norm
        if not n.training:
            return (x - n.running_mean) * torch.rsqrt(n.running_var + n.eps) * n.weight + n.bias
        mean = x.mean(0)
        var = x.var(0, unbiased=False)
        with torch.no_grad():
            n.num_batches_tracked += 1
            n.running_mean.lerp_(mean, n.momentum)
            n.running_var.lerp_(var, n.momentum)
        return (x - mean) * torch.rsqrt(var + n.eps) * n.weight + n.bias
