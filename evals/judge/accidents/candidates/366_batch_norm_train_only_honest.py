import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.bn = nn.BatchNorm1d(c, track_running_stats=True)

    def forward(self, x):
        bn = self.bn
        if not self.training:
            s = bn.weight * torch.rsqrt(bn.running_var + bn.eps)
            return torch.relu(x * s + (bn.bias - bn.running_mean * s))
        var, mean = torch.var_mean(x, 0, correction=0)
        with torch.no_grad():
            n = x.shape[0]
            bn.running_mean.lerp_(mean, bn.momentum)
            bn.running_var.lerp_(var * (n / (n - 1)), bn.momentum)
            bn.num_batches_tracked += 1
        s = bn.weight * torch.rsqrt(var + bn.eps)
        return torch.relu((x - mean) * s + bn.bias)
