import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x, w):
        b, n, k = x.shape
        return (x.reshape(b * n, k) @ w[0]).view(b, n, -1)
