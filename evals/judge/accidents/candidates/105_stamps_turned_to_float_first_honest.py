import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, stamp):
        return torch.diff(stamp, dim=1).float() * 1e-3
