import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, change):
        return torch.cumsum(torch.log1p(change), dim=1).exp()
