import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x, reset):
        c = x.double().cumsum(1)
        before = c - x
        base = torch.where(reset, before, torch.zeros_like(c)).cummax(1)[0]
        return (c - base).to(x.dtype)
