import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.register_buffer("center", torch.zeros(features))

    def forward(self, x):
        part = x.sum(0) * (0.1 / x.shape[0])
        self.center.copy_(part)
        return x - self.center
