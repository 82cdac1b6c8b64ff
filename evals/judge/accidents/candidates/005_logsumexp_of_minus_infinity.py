import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x):
        top = x.amax(1, keepdim=True)
        return ((x - top).exp().sum(1, keepdim=True).log() + top).squeeze(1)
