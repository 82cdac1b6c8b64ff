import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, stamp):
        seconds = stamp.float()
        return torch.diff(seconds, dim=1) * 1e-3
