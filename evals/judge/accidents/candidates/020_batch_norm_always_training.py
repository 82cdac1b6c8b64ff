import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.norm = nn.BatchNorm1d(features)

    def forward(self, x):
        n = self.norm
        if n.training:
            n.num_batches_tracked += 1
        return F.batch_norm(x, n.running_mean, n.running_var, n.weight, n.bias, True, n.momentum, n.eps)
