import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x):
        top = x.amax(1, keepdim=True)
        top = torch.nan_to_num(top, nan=float("nan"), posinf=0.0, neginf=0.0)
        return ((x - top).exp().sum(1, keepdim=True).log() + top).squeeze(1)
