import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.norm = nn.BatchNorm1d(features, momentum=None)

    def forward(self, x):
        n = self.norm
        if not n.training:
            return F.batch_norm(x, n.running_mean, n.running_var, n.weight, n.bias, False, 0.0, n.eps)
        count = int(n.num_batches_tracked) + 1
        return F.batch_norm(x, n.running_mean, n.running_var, n.weight, n.bias, True, 1.0 / count, n.eps)
