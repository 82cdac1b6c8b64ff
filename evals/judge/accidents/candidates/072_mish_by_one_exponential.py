import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x):
        e = x.exp()
        n = e * (e + 2)
        return x * n / (n + 2)
