import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x):
        top = x.amax(1, keepdim=True)
        top = top.masked_fill(top.abs() == float("inf"), 0.0)
        return ((x - top).exp().sum(1, keepdim=True).log() + top).squeeze(1)
